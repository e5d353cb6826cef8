import { describe, expect, it } from 'vitest';
import { playhead, playOn, positionIn, seek, togglePlay } from '../../../renderer/state/playhead.ts';

describe('the playhead', () => {
  it('keeps up with the last entry until someone scrubs back', () => {
    const head = playhead();
    expect(positionIn(head.getState(), 7)).toBe(6);

    seek(head, 2, 7);

    expect(positionIn(head.getState(), 9)).toBe(2);
  });

  it('keeps up again once it is back on the last entry', () => {
    const head = playhead();
    seek(head, 2, 7);

    seek(head, 6, 7);

    expect(positionIn(head.getState(), 9)).toBe(8);
  });

  it('stays between the moment before the first entry and the last', () => {
    const head = playhead();

    seek(head, -5, 7);
    expect(head.getState().at).toBe(-1);
    seek(head, 100, 7);
    expect(head.getState().at).toBe(6);
  });

  it('plays from the start when it stands at the end, and stops there', () => {
    const head = playhead();

    togglePlay(head, 2);
    expect(head.getState()).toMatchObject({ at: -1, playing: true });
    playOn(head, 2);
    playOn(head, 2);

    expect(head.getState()).toMatchObject({ at: 1, playing: false });
  });
});
