import { describe, expect, it } from 'vitest';
import {
  following,
  panned,
  wholeOf,
  within,
  zoomed,
} from '../../../../../renderer/views/timeline/layout/view.ts';
import { rows } from '../../../rows.ts';
import { trackOfRows } from '../tracks.ts';

const { axis } = trackOfRows(rows(101));
const whole = wholeOf(axis);

describe('the timeline’s view', () => {
  it('shows the whole run with a margin on both sides', () => {
    expect(whole.from).toBeLessThan(0);
    expect(whole.to).toBeGreaterThan(axis.end);
  });

  it('is as wide as that of a longer run beside it', () => {
    const { axis: shorter } = trackOfRows(rows(11));

    expect(wholeOf(shorter, axis.end)).toEqual(whole);
    expect(wholeOf(axis, shorter.end)).toEqual(whole);
  });

  it('keeps the place under the pointer when zoomed', () => {
    const closer = zoomed({ from: 0, to: 100 }, 25, 2);

    expect(closer).toEqual({ from: 12.5, to: 62.5 });
  });

  it('stays within the run and zooms in no further than the minimum', () => {
    expect(within(panned({ from: 0, to: axis.end / 2 }, 10 * axis.end), whole, 'simulated').to).toBe(
      whole.to,
    );
    expect(within({ from: 50, to: 50 }, whole, 'entry').to).toBe(52);
    expect(within({ from: -9e9, to: 9e9 }, whole, 'simulated')).toEqual(whole);
  });

  it('turns the page when the playhead leaves the view on either side', () => {
    expect(following({ from: 0, to: 100 }, 50)).toEqual({ from: 0, to: 100 });
    expect(following({ from: 0, to: 100 }, 101)).toEqual({ from: 86, to: 186 });
    expect(following({ from: 100, to: 200 }, 99)).toEqual({ from: 14, to: 114 });
  });
});
