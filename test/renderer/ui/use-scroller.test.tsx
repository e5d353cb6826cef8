// @vitest-environment happy-dom
import { act, type JSX } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useScroller } from '../../../renderer/ui/virtual-window.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const frames = new Map<number, FrameRequestCallback>();

/** Runs the frame callbacks, as the browser does before it paints. */
function nextFrame(): void {
  const due = [...frames.values()];
  frames.clear();
  for (const work of due) work(0);
}

beforeEach(() => {
  let asked = 0;
  vi.stubGlobal('requestAnimationFrame', (work: FrameRequestCallback) => {
    frames.set(++asked, work);
    return asked;
  });
  vi.stubGlobal('cancelAnimationFrame', (id: number) => {
    frames.delete(id);
  });
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(100);
});

afterEach(() => {
  frames.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

interface ListProps {
  readonly count: number;
  readonly line?: number;
  readonly lead?: number;
}

function List({ count, line = count - 1, lead }: ListProps): JSX.Element {
  const { frame, drawn, onScroll } = useScroller({ count, height: 20, line, lead });
  return (
    <div ref={frame} onScroll={onScroll}>
      {drawn.map(({ nth, key }) => (
        <p key={key}>{nth}</p>
      ))}
    </div>
  );
}

describe('useScroller()', () => {
  it('keeps the last line in view when a scroll event arrives late', () => {
    const place = document.body.appendChild(document.createElement('div'));
    const root = createRoot(place);
    const grow = (count: number): void => {
      act(() => {
        root.render(<List count={count} />);
      });
    };
    grow(100);
    nextFrame();
    const list = place.firstElementChild!;
    expect(list.scrollTop).toBe(1900);

    grow(1000);
    act(() => void list.dispatchEvent(new Event('scroll')));
    nextFrame();

    expect(list.scrollTop).toBe(19_900);
    expect(list.textContent).toContain('999');
    act(() => {
      root.unmount();
    });
  });
});

it('useScroller() opens with a third of the view above the target line', () => {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  act(() => {
    root.render(<List count={1000} line={50} lead={1 / 3} />);
  });
  nextFrame();

  expect(place.firstElementChild!.scrollTop).toBeCloseTo(50 * 20 - 100 / 3, 0);
  act(() => {
    root.unmount();
  });
});
