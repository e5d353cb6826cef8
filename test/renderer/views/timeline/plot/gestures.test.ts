// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { Gestures, type GestureTarget } from '../../../../../renderer/views/timeline/plot/gestures.ts';

const RULER = 24;

/** The handlers that a turn of the wheel calls, and whether the page scrolls. */
function turned(init: WheelEventInit): readonly unknown[] {
  const frame = document.body.appendChild(document.createElement('div'));
  const done: unknown[] = [];
  const handled: GestureTarget = {
    gripAt: () => 'range',
    isRuler: ({ y }) => y <= RULER,
    scrub: () => undefined,
    pick: () => undefined,
    moveEnd: () => undefined,
    pan: (pixels) => done.push('pan', pixels),
    zoom: (x, factor) => done.push('zoom', x, factor > 1 ? 'in' : 'out'),
    press: () => undefined,
    hover: () => undefined,
  };
  const gestures = new Gestures(frame, handled);
  const wheel = new Event('wheel', { cancelable: true });
  const free = frame.dispatchEvent(Object.assign(wheel, { deltaMode: 0, deltaX: 0, clientX: 0, ...init }));
  gestures.dispose();
  frame.remove();
  return [...done, ...(free ? ['scroll'] : [])];
}

it.each<[string, WheelEventInit, readonly unknown[]]>([
  ['scrolls the lanes', { clientY: 100, deltaY: 40 }, ['scroll']],
  ['zooms with Ctrl', { clientX: 7, clientY: 100, deltaY: -40, ctrlKey: true }, ['zoom', 7, 'in']],
  ['zooms with the command key', { clientX: 7, clientY: 100, deltaY: 40, metaKey: true }, ['zoom', 7, 'out']],
  ['zooms over the ruler', { clientX: 7, clientY: 10, deltaY: 40 }, ['zoom', 7, 'out']],
  ['pans with Shift', { clientY: 100, deltaY: 40, shiftKey: true }, ['pan', 40]],
  ['pans when it is turned sideways', { clientY: 100, deltaX: 30, deltaY: 5 }, ['pan', 30]],
])('the wheel %s', (_what, init, done) => {
  expect(turned(init)).toEqual(done);
});
