import type { JSX } from 'react';

/** What the pointer does that no button says. */
const GESTURES = [
  ['Scroll the lanes of the timeline', 'Wheel'],
  ['Zoom the timeline', 'Ctrl+wheel, or on its ruler'],
  ['Move the timeline', 'Shift+wheel, Shift+drag'],
  ['Move the playhead', 'Drag on the ruler'],
  ['Pick a range of entries', 'Drag over the lanes'],
  ['Zoom the graph', 'Wheel'],
  ['Move the graph', 'Drag'],
] as const;

/** The gestures of the pictures, which cannot be changed. */
export function ByPointer(): JSX.Element {
  return (
    <section>
      <h3>By pointer</h3>
      <ul aria-label="By pointer">
        {GESTURES.map(([title, gesture]) => (
          <li key={title}>
            <span>{title}</span>
            <kbd>{gesture}</kbd>
          </li>
        ))}
      </ul>
    </section>
  );
}
