import { describe, expect, it, vi } from 'vitest';
import { coalesceLatest } from '../../../renderer/stores/sync.ts';

/** A task that runs one request at a time and ends when `serve` is called. */
function waiter(): { served: string[]; ask: (dish: string) => void; serve: () => Promise<void> } {
  const served: string[] = [];
  let release = (): void => undefined;
  const ask = coalesceLatest(async (dish: string) => {
    await new Promise<void>((resolve) => (release = resolve));
    served.push(dish);
  });
  const serve = async (): Promise<void> => {
    release();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { served, ask, serve };
}

describe('coalesceLatest()', () => {
  it('runs the newest waiting request next and drops those before it', async () => {
    const { served, ask, serve } = waiter();
    for (const dish of ['soup', 'roast', 'dessert']) ask(dish);

    await serve();
    await serve();

    expect(served).toEqual(['soup', 'dessert']);
  });

  it('runs the next request after one that threw', async () => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const served: string[] = [];
    const ask = coalesceLatest((dish: string) => {
      if (dish === 'mud') throw new Error('burnt');
      served.push(dish);
      return Promise.resolve();
    });

    ask('mud');
    ask('soup');
    await new Promise((resolve) => setTimeout(resolve));

    expect(served).toEqual(['soup']);
    expect(told).toHaveBeenCalledOnce();
    told.mockRestore();
  });

  it('runs a request at once when none is running', async () => {
    const { served, ask, serve } = waiter();
    ask('soup');
    await serve();
    ask('roast');
    await serve();

    expect(served).toEqual(['soup', 'roast']);
  });
});
