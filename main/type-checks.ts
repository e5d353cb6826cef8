import { join } from 'node:path';
import type { Declarations } from '../preload/contract.ts';
import { BUILT } from './places.ts';
import type { CheckTypes } from './runs/prepare-run.ts';
import { declarations } from './scenario/declarations.ts';
import { TypeChecks } from './scenario/type-checks.ts';

/** The type checker as this program has it: its thread and the declarations of 'orrery' where the build put them. */
export function typeChecks(): { check: CheckTypes; declarations: () => Promise<Declarations> } {
  let known: Promise<Declarations> | undefined;
  const read = (): Promise<Declarations> => (known ??= declarations(join(BUILT, 'types/engine')));
  const checks = new TypeChecks(new URL('type-check-worker.js', import.meta.url), read);
  return { check: (folder, path) => checks.check(folder, path), declarations: read };
}
