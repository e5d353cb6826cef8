import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import type { Store } from '../../engine/index.ts';
import { type RunSummary, plural } from '../../engine/model/index.ts';
import { untrustedCode } from '../host/runs/index.ts';
import { trustCode } from '../host/system/index.ts';
import { UsageError } from './plain-command.ts';
import { currentOutput, visible } from './print.ts';

/** Adds the option `--trust` to a command that runs the stored code of runs. */
export const addTrustOption = (command: Command): Command =>
  command.option(
    '--trust',
    'run code that came from elsewhere, in a portable file or a database, without a question',
  );

/**
 * Lets the stored code of `runs` run. Asks on a terminal, once for each code, when some of it neither ran here nor is trusted.
 *
 * @throws {UsageError} when the person declines, or there is nobody to ask.
 */
export async function allowCode(
  store: Store,
  runs: readonly RunSummary[],
  { trust = false }: { readonly trust?: boolean | undefined },
): Promise<void> {
  const asked = untrustedCode(store, runs);
  const [first, ...others] = asked.values();
  if (first === undefined) return;
  const more = others.length === 0 ? '' : ` and ${plural(others.length, 'more scenario')}`;
  const what = `The code of ${first}${more} came from elsewhere and never ran here.`;
  if (!trust && !(await isAllowed(what))) throw new UsageError(`${what} Give --trust to run it.`);
  trustCode(asked.keys());
}

/** Asks the person at the terminal; false if there is none. */
async function isAllowed(what: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const reader = createInterface({ input: process.stdin, output: currentOutput().stderr });
  try {
    return /^y(?:es)?$/i.test((await reader.question(visible(`${what} Run it? [y/N] `))).trim());
  } finally {
    reader.close();
  }
}
