import type { CallName, Request } from '../../preload/contract.ts';
import { ask } from './ask.ts';
import type { Bench } from './bench.ts';
import { forget, move } from './documents.ts';
import { notify } from './notices.ts';

type FileCall = Extract<
  CallName,
  'scenario.create' | 'scenario.rename' | 'scenario.trash' | 'workspace.open' | 'workspace.trust'
>;

export type Template = Request<'scenario.create'>['template'];

/** Puts it to main; what main refuses, the person is told. Answers whether it was done. */
async function tell<Name extends FileCall>(
  bench: Bench,
  name: Name,
  request: Request<Name>,
): Promise<boolean> {
  const reply = await ask(bench.lab, name, request);
  if (!reply.ok) notify(bench.notices, 'bad', reply.error.message);
  return reply.ok;
}

/** `own` and `own.ts` as the path of a scenario. */
export const scenarioPath = (name: string): string => `scenarios/${name.trim().replace(/\.ts$/, '')}.ts`;

/** Makes a scenario of a template. Answers whether it was made. */
export const createScenario = (bench: Bench, path: string, template: Template): Promise<boolean> =>
  tell(bench, 'scenario.create', { path, template });

/** Gives a scenario another path. What was typed and not saved goes with it. */
export async function renameScenario(bench: Bench, path: string, to: string): Promise<void> {
  if (path === to || !(await tell(bench, 'scenario.rename', { path, to }))) return;
  const { documents, panels } = bench;
  if (documents.getState().open === path) panels.setState({ centre: 'code' });
  move(documents, path, to);
}

/** Puts a scenario into the system's trash, and out of sight. */
export async function trashScenario(bench: Bench, path: string): Promise<void> {
  if (await tell(bench, 'scenario.trash', { path })) forget(bench.documents, path);
}

/** Opens a window on another folder: one opened before, or one that the person picks. */
export const openFolder = (bench: Bench, folder?: string): Promise<boolean> =>
  tell(bench, 'workspace.open', folder === undefined ? {} : { folder });

export const trustWorkspace = (bench: Bench): Promise<boolean> => tell(bench, 'workspace.trust', {});
