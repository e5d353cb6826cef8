import type { Runtime } from '../../../engine/model/index.ts';

const { v8, unicode = 'unknown', icu = 'unknown' } = process.versions;

/** The versions of the JavaScript engine of this process. */
export const RUNTIME: Runtime = { v8, unicode, icu };
