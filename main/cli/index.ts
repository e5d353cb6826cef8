import { supervise } from './supervise.ts';

/** Commands that enter scenario code, which may never come back, or take all memory there is. */
const RUNS_CODE = new Set(['run', 'branch', 'verify', 'judge', 'check', 'tools', 'demo']);

/** `main` as it was built. */
const MAIN = new URL('cli-main.js', import.meta.url);

if (RUNS_CODE.has(process.argv[2] ?? '')) supervise(MAIN, process.argv.slice(2));
else await import(MAIN.href);
