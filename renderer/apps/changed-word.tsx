import type { JSX } from 'react';
import type { Mark } from './changed-paths.ts';
import './changed.css';

/** The class of what the entry at the playhead changed, itself or something in it. */
export const changedClass = (mark: Mark): string => (mark === 'no' ? '' : 'is-changed');

/** Says in words what the bar at the left shows. */
export function ChangedWord({ mark }: { readonly mark: Mark }): JSX.Element | null {
  return mark === 'no' ? null : <span className="visually-hidden">changed</span>;
}
