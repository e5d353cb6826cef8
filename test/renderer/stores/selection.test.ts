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
  it('follows the last entry until it is moved back', () => {
    const head = createSelectionStore();
    expect(positionIn(head.getState(), 7)).toBe(6);

    seek(head, 2, 7);

    expect(positionIn(head.getState(), 9)).toBe(2);
  });

  it('follows again once it is back on the last entry', () => {
    const head = createSelectionStore();
    seek(head, 2, 7);

    seek(head, 6, 7);

    expect(positionIn(head.getState(), 9)).toBe(8);
  });

  it('stays between the position before the first entry and the last entry', () => {
    const head = createSelectionStore();

    seek(head, -5, 7);
    expect(head.getState().at).toBe(-1);
    seek(head, 100, 7);
    expect(head.getState().at).toBe(6);
  });

  it('plays from the start when it is at the end, and stops at the end', () => {
    const head = createSelectionStore();

    togglePlay(head, 2);
    expect(head.getState()).toMatchObject({ at: -1, playing: true });
    advance(head, 2);
    advance(head, 2);

    expect(head.getState()).toMatchObject({ at: 1, playing: false });
  });

  it('plays several entries at a time, up to the end', () => {
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
  it('is repeated while it loops', () => {
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

  it('wraps around several times when one step is longer than the range', () => {
    const head = createSelectionStore();
    selectRange(head, 4, 6);
    seek(head, 4, 10);
    head.setState({ looping: true, playing: true });

    advance(head, 10, 7);

    expect(head.getState().at).toBe(5);
  });

  it('has ends set by the person; one end moves the other when they cross', () => {
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
