import { beforeEach, vi } from 'vitest';

/** Nothing is laid out here, and a list that is given no room shows no rows: every element of these tests is given some. */
export function giveRoom(): void {
  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600);
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(60);
    return () => {
      vi.restoreAllMocks();
    };
  });
}
