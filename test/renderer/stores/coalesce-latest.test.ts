import { describe, expect, it, vi } from 'vitest';
import { coalesceLatest } from '../../../renderer/stores/sync.ts';

/** A waiter who serves one guest at a time, when told to. */
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

describe('the latest question', () => {
  it('is asked next; those between are dropped', async () => {
    const { served, ask, serve } = waiter();
    for (const dish of ['soup', 'roast', 'dessert']) ask(dish);

    await serve();
    await serve();

    expect(served).toEqual(['soup', 'dessert']);
  });

  it('is asked also after one that came to a bug', async () => {
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

  it('is asked at once when nothing is under way', async () => {
    const { served, ask, serve } = waiter();
    ask('soup');
    await serve();
    ask('roast');
    await serve();

    expect(served).toEqual(['soup', 'roast']);
  });
});
