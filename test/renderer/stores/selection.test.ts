import { describe, expect, it } from 'vitest';
import {
  clearRange,
  selectRange,
  createSelectionStore,
  advance,
  positionIn,
  seek,
  setRangeEnd,
  togglePlay,
} from '../../../renderer/stores/selection.ts';

describe('the playhead', () => {
  it('keeps up with the last entry until someone scrubs back', () => {
    const head = createSelectionStore();
    expect(positionIn(head.getState(), 7)).toBe(6);

    seek(head, 2, 7);

    expect(positionIn(head.getState(), 9)).toBe(2);
  });

  it('keeps up again once it is back on the last entry', () => {
    const head = createSelectionStore();
    seek(head, 2, 7);

    seek(head, 6, 7);

    expect(positionIn(head.getState(), 9)).toBe(8);
  });

  it('stays between the moment before the first entry and the last', () => {
    const head = createSelectionStore();

    seek(head, -5, 7);
    expect(head.getState().at).toBe(-1);
    seek(head, 100, 7);
    expect(head.getState().at).toBe(6);
  });

  it('plays from the start when it stands at the end, and stops there', () => {
    const head = createSelectionStore();

    togglePlay(head, 2);
    expect(head.getState()).toMatchObject({ at: -1, playing: true });
    advance(head, 2);
    advance(head, 2);

    expect(head.getState()).toMatchObject({ at: 1, playing: false });
  });

  it('plays several entries at a time, and no further than the end', () => {
    const head = createSelectionStore();
    seek(head, 0, 10);
    head.setState({ playing: true });

    advance(head, 10, 4);
    expect(head.getState()).toMatchObject({ at: 4, playing: true });
    advance(head, 10, 40);
    expect(head.getState()).toMatchObject({ at: 9, playing: false });
  });
});

describe('a range', () => {
  it('is played over and over while it loops', () => {
    const head = createSelectionStore();
    selectRange(head, 6, 4);
    head.setState({ looping: true });

    togglePlay(head, 10);
    const places = Array.from({ length: 5 }, () => {
      advance(head, 10);
      return head.getState().at;
    });

    expect(places).toEqual([5, 6, 4, 5, 6]);
    expect(head.getState().playing).toBe(true);
  });

  it('is gone round as often as is due when it plays fast', () => {
    const head = createSelectionStore();
    selectRange(head, 4, 6);
    seek(head, 4, 10);
    head.setState({ looping: true, playing: true });

    advance(head, 10, 7);

    expect(head.getState().at).toBe(5);
  });

  it('begins and ends where the person says; one end pushes the other', () => {
    const head = createSelectionStore();

    setRangeEnd(head, 'from', 3, 10);
    expect(head.getState()).toMatchObject({ range: { from: 3, to: 9 }, looping: true });
    setRangeEnd(head, 'to', 5, 10);
    expect(head.getState().range).toEqual({ from: 3, to: 5 });
    setRangeEnd(head, 'from', 8, 10);
    expect(head.getState().range).toEqual({ from: 8, to: 8 });
    clearRange(head);
    expect(head.getState()).toMatchObject({ range: undefined, looping: false });
  });
});
