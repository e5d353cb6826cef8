import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Problem, SourceLocation } from '../../engine/model/index.ts';
import type { CallName, Lab, CallProblem, Request } from '../../preload/contract.ts';
import type { AppStores } from './app-stores.ts';
import { showCentre, requestReveal } from './panels.ts';
import { closeLibrary } from './library.ts';
import { closeComparison } from './comparison.ts';
import { forget, isDirty, isGone, move, open, save } from './documents.ts';
import { notify } from './notices.ts';
import { ask } from './sync.ts';

/** What is wrong with the open scenario, as main last found it. */
export interface ProblemsState {
  readonly scenario: string | undefined;
  readonly problems: readonly Problem[];
}

export type ProblemStore = StoreApi<ProblemsState>;

export const createProblemStore = (): ProblemStore =>
  createStore<ProblemsState>(() => ({ scenario: undefined, problems: [] }));

/** A refusal as problems: its own, or its message as one. */
const problemsOf = ({ message, problems }: CallProblem): readonly Problem[] =>
  problems.length > 0 ? problems : [{ severity: 'error', message, place: undefined }];

/** Shows why `scenario` could not run. */
export function showProblems(store: ProblemStore, scenario: string, refusal: CallProblem): void {
  store.setState({ scenario, problems: problemsOf(refusal) });
}

/** Has main look over the saved `scenario`. What was found since it was asked is newer, and stays. */
export async function checkScenario(lab: Lab, store: ProblemStore, scenario: string): Promise<void> {
  store.setState(({ scenario: before, problems }) => ({
    scenario,
    problems: before === scenario ? problems : [],
  }));
  const asked = store.getState();
  const reply = await ask(lab, 'scenario.check', { path: scenario });
  if (store.getState() !== asked) return;
  store.setState({ problems: reply.ok ? reply.value : problemsOf(reply.error) });
}

/** Shows a scenario's source and has it looked over. */
export async function openScenario(
  stores: Pick<AppStores, 'comparison' | 'documents' | 'lab' | 'library' | 'panels' | 'problems'>,
  path: string,
): Promise<void> {
  closeComparison(stores);
  closeLibrary(stores.library);
  showCentre(stores.panels, 'code');
  await openInBackground(stores, path);
}

/** As {@link openScenario}, without turning to the editor. */
export async function openInBackground(
  { lab, documents, problems }: Pick<AppStores, 'documents' | 'lab' | 'problems'>,
  path: string,
): Promise<void> {
  if (documents.getState().open === path && documents.getState().refusal === undefined) return;
  await open(lab, documents, path);
  void checkScenario(lab, problems, path);
}

/** Saves the open scenario and has it looked over. Answers whether what is on disk is now what is in the editor. */
export async function saveOpen(
  stores: Pick<AppStores, 'documents' | 'lab' | 'notices' | 'problems'>,
): Promise<boolean> {
  const { open: path } = stores.documents.getState();
  const documents = stores.documents.getState();
  if (path === undefined || !(isDirty(documents, path) || isGone(documents, path))) return true;
  const refusal = await save(stores.lab, stores.documents, path);
  if (refusal !== undefined) notify(stores.notices, 'bad', `${path} is not saved: ${refusal.message}`);
  else void checkScenario(stores.lab, stores.problems, path);
  return refusal === undefined;
}

/** Puts the editor's cursor on `place`. */
export async function revealSource(
  stores: Pick<AppStores, 'comparison' | 'documents' | 'lab' | 'library' | 'panels' | 'problems'>,
  place: SourceLocation,
): Promise<void> {
  await openScenario(stores, place.file);
  requestReveal(stores.panels, place);
}

type FileCall = Extract<
  CallName,
  'scenario.create' | 'scenario.rename' | 'scenario.trash' | 'workspace.open' | 'workspace.trust'
>;

export type Template = Request<'scenario.create'>['template'];

/** Puts it to main; what main refuses, the person is told. Answers whether it was done. */
async function callOrNotify<Name extends FileCall>(
  stores: Pick<AppStores, 'lab' | 'notices'>,
  name: Name,
  request: Request<Name>,
): Promise<boolean> {
  const reply = await ask(stores.lab, name, request);
  if (!reply.ok) notify(stores.notices, 'bad', reply.error.message);
  return reply.ok;
}

/** `own` and `own.ts` as the path of a scenario. */
export const scenarioPath = (name: string): string => `scenarios/${name.trim().replace(/\.ts$/, '')}.ts`;

/** Makes a scenario of a template. Answers whether it was made. */
export const createScenario = (
  stores: Pick<AppStores, 'lab' | 'notices'>,
  path: string,
  template: Template,
): Promise<boolean> => callOrNotify(stores, 'scenario.create', { path, template });

/** Gives a scenario another path. What was typed and not saved goes with it. */
export async function renameScenario(
  stores: Pick<AppStores, 'documents' | 'lab' | 'notices' | 'panels'>,
  path: string,
  to: string,
): Promise<void> {
  if (path === to || !(await callOrNotify(stores, 'scenario.rename', { path, to }))) return;
  const { documents, panels } = stores;
  if (documents.getState().open === path) showCentre(panels, 'code');
  move(documents, path, to);
}

/** Puts a scenario into the system's trash, and out of sight. */
export async function trashScenario(
  stores: Pick<AppStores, 'documents' | 'lab' | 'notices'>,
  path: string,
): Promise<void> {
  if (await callOrNotify(stores, 'scenario.trash', { path })) forget(stores.documents, path);
}

/** Opens a window on another folder: one opened before, or one that the person picks. */
export const openFolder = (stores: Pick<AppStores, 'lab' | 'notices'>, folder?: string): Promise<boolean> =>
  callOrNotify(stores, 'workspace.open', folder === undefined ? {} : { folder });

export const trustWorkspace = (stores: Pick<AppStores, 'lab' | 'notices'>): Promise<boolean> =>
  callOrNotify(stores, 'workspace.trust', {});
