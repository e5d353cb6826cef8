import { supervise } from './supervise.ts';

/** Commands that run scenario code, which may hang or use up the memory. */
const RUNS_CODE = new Set(['run', 'branch', 'verify', 'judge', 'check', 'tools', 'demo']);

/** The built `main.ts`. */
const MAIN = new URL('cli-main.js', import.meta.url);

if (RUNS_CODE.has(process.argv[2] ?? '')) supervise(MAIN, process.argv.slice(2));
else await import(MAIN.href);
