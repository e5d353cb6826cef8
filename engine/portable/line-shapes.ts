import { entry } from './entry-shape.ts';
import { plan } from './plan-shape.ts';
import { extras, file, note, run, state, written } from './run-shape.ts';

/** What a line can be, in the order in which lines of its kind stand in a file. */
export const lineShapes = { run, file, plan, extras, state, written, entry, note };

export type LineKind = keyof typeof lineShapes;

export const LINE_KINDS = Object.keys(lineShapes) as readonly LineKind[];
