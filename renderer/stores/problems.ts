import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Problem } from '../../engine/model/index.ts';
import type { CallProblem, Request } from '../../preload/contract.ts';
import { LIMITS } from '../../preload/limits.ts';
import type { AppStores } from './app-stores.ts';
import { type DocumentsState, isDirty } from './documents.ts';
import { choicesToSend } from './settings.ts';
import { ask, coalesceLatest, disposeAll } from './sync.ts';

/** The problems of scenarios and modules, for their texts as edited. */
export interface ProblemsState {
  /** What main last found, by the file that it checked. The problems of a scenario may be in a file that it imports. */
  readonly found: Readonly<Record<string, readonly Problem[]>>;
  /** The marks of the editor's own type checker, by file. */
  readonly marks: Readonly<Record<string, readonly Problem[]>>;
  /** What the preview of the newest edit came to, for example a check that threw. */
  readonly previewed: readonly Problem[];
  /** The scenarios that are made of a file, by file. */
  readonly usedBy: Readonly<Record<string, readonly string[]>>;
  /** The number of the newest check of each file whose findings are older than the file. */
  readonly checking: Readonly<Record<string, number>>;
  /** How many checks had been asked for when each file, or what it is made of, changed last. */
  readonly changedAt: Readonly<Record<string, number>>;
  /** How often each file was checked again, or one of an agent has changed. What is read from it is out of date when this changes. */
  readonly revisions: Readonly<Record<string, number>>;
}

export type ProblemStore = StoreApi<ProblemsState>;

export const createProblemStore = (): ProblemStore =>
  createStore<ProblemsState>(() => ({
    found: {},
    marks: {},
    previewed: [],
    usedBy: {},
    checking: {},
    changedAt: {},
    revisions: {},
  }));

/** The problems of an error reply, or its message as one problem. */
const problemsIn = ({ message, problems }: CallProblem): readonly Problem[] =>
  problems.length > 0 ? problems : [{ severity: 'error', message, place: undefined }];

/** The number of checks that were asked for so far. */
export const checksSoFar = (): number => checks;

/** Shows why `scenario` did not start, unless it has changed after `nth` checks: those to come know more. Returns whether it is shown. */
export function showProblems(
  store: ProblemStore,
  scenario: string,
  problem: CallProblem,
  nth = checks,
): boolean {
  if ((store.getState().changedAt[scenario] ?? 0) > nth) return false;
  finish(store, scenario, problemsIn(problem));
  return true;
}

function finish(
  store: ProblemStore,
  path: string,
  problems: readonly Problem[],
  users?: readonly string[],
): void {
  store.setState(({ found, usedBy, checking, revisions }) => ({
    found: { ...found, [path]: problems },
    usedBy: users === undefined ? usedBy : { ...usedBy, [path]: users },
    checking: without(checking, path),
    // Nothing was read before the first check that it could outdate.
    revisions: found[path] === undefined ? revisions : raised(revisions, path),
  }));
}

const raised = (revisions: ProblemsState['revisions'], path: string): ProblemsState['revisions'] => ({
  ...revisions,
  [path]: (revisions[path] ?? 0) + 1,
});

const without = <Value>(
  record: Readonly<Record<string, Value>>,
  path: string,
): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(record).filter(([other]) => other !== path));

/** Notes that `paths` have changed. Those that are checked for the first time were perhaps read as they were before. */
const noteChange = (store: ProblemStore, paths: Iterable<string>): void => {
  store.setState(({ found, revisions }) => {
    const unchecked = Array.from(paths).filter((path) => found[path] === undefined);
    return { revisions: unchecked.reduce(raised, revisions) };
  });
};

let checks = 0;

/** Notes that the findings of `paths` are older than their texts. */
const outdate = (store: ProblemStore, paths: Iterable<string>): void => {
  store.setState(({ checking }) => ({
    checking: { ...checking, ...Object.fromEntries(Array.from(paths, (path) => [path, (checks += 1)])) },
  }));
};

/** The texts that are not saved, as part of a request. */
export const unsavedTexts = (documents: DocumentsState): Pick<Request<'scenario.check'>, 'unsaved'> => {
  const unsaved = Object.entries(documents.texts)
    .filter(([path, { text }]) => isDirty(documents, path) && text.length <= LIMITS.sourceCharacters)
    .map(([path, { text }]) => ({ path, text }));
  return unsaved.length === 0 ? {} : { unsaved: unsaved.slice(0, LIMITS.unsavedTexts) };
};

type CheckStores = Pick<AppStores, 'bridge' | 'documents' | 'problems' | 'runSettings'>;

/**
 * Has main check the file at `path` as edited, to be played as the next run is. Findings that arrived since, or an edit, are newer, and
 * the answer is dropped.
 */
export async function checkSource(
  { bridge, documents, problems, runSettings }: CheckStores,
  path: string,
): Promise<void> {
  outdate(problems, [path]);
  const nth = problems.getState().checking[path];
  const choices = choicesToSend(runSettings.getState(), path);
  const unsaved = unsavedTexts(documents.getState());
  const reply = await ask(bridge, 'scenario.check', { path, ...unsaved, ...(choices && { choices }) });
  if (problems.getState().checking[path] !== nth) return;
  if (reply.ok) finish(problems, path, reply.value.problems, reply.value.usedBy);
  else finish(problems, path, problemsIn(reply.error));
}

/** A check begins this long after the last key; while a live preview says what is wrong, after the preview. */
const QUIET_MILLISECONDS = { withoutPreview: 150, withPreview: 300 };

/** The settings that say who plays. */
const PLAYERS = ['agent', 'script', 'user'] as const;

/**
 * Checks the open file, each file that is edited, and each scenario that is made of a changed file, until the returned function is
 * called.
 */
export function syncProblems(stores: CheckStores & Pick<AppStores, 'preview' | 'workspace'>): () => void {
  const { bridge, documents, preview, problems, runSettings, workspace } = stores;
  const pending = new Set<string>();
  const withUsers = (path: string): readonly string[] => [path, ...(problems.getState().usedBy[path] ?? [])];
  const checkNext = coalesceLatest(async () => {
    const { open } = documents.getState();
    const [first] = pending;
    const path = open !== undefined && pending.has(open) ? open : first;
    if (path === undefined) return;
    pending.delete(path);
    const known = withUsers(path);
    await checkSource(stores, path);
    // An edit may come before it is known which scenarios are made of the file.
    if (isDirty(documents.getState(), path)) {
      const others = withUsers(path).filter((user) => !known.includes(user));
      for (const user of others) pending.add(user);
      outdate(problems, others);
    }
    if (pending.size > 0) checkNext(undefined);
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = (paths: readonly string[], delay: number): void => {
    for (const path of paths) pending.add(path);
    outdate(problems, paths);
    problems.setState(({ changedAt }) => ({
      changedAt: { ...changedAt, ...Object.fromEntries(paths.map((path) => [path, checks])) },
    }));
    clearTimeout(timer);
    if (delay === 0) checkNext(undefined);
    else timer = setTimeout(checkNext, delay, undefined);
  };
  const quiet = (): number => QUIET_MILLISECONDS[preview.getState().on ? 'withPreview' : 'withoutPreview'];
  const isChecked = (path: string): boolean =>
    path === documents.getState().open || problems.getState().found[path] !== undefined;

  /** The scenarios that were checked with those who are chosen to play. */
  const playedScenarios = (): readonly string[] => {
    const { open } = documents.getState();
    const { found } = problems.getState();
    return Object.keys(found).filter((path) => path === open || found[path]!.length > 0);
  };

  const stops = [
    documents.subscribe((now, before) => {
      const { open, texts } = now;
      if (open !== undefined && texts[open] !== undefined) {
        const isNew = open !== before.open || before.texts[open] === undefined;
        if (isNew) check([open], 0);
      }
      for (const [path, { text, saved }] of Object.entries(texts)) {
        const old = before.texts[path];
        if (old === undefined || (old.text === text && old.saved === saved)) continue;
        if (!isChecked(path) && !isDirty(now, path)) continue;
        noteChange(problems, withUsers(path));
        check(withUsers(path), old.text === text ? 0 : quiet());
      }
    }),
    bridge.on('sources.changed', ({ scenarios, servers, agents }) => {
      // Runs are made of the files of agents, and some of what was found may come from them.
      for (const path of agents)
        problems.setState(({ revisions }) => ({ revisions: raised(revisions, path) }));
      const changed = [...scenarios, ...servers];
      noteChange(problems, changed);
      check([...changed, ...(agents.length > 0 ? playedScenarios() : [])], 0);
    }),
    runSettings.subscribe((now, before) => {
      if (PLAYERS.some((name) => now[name] !== before[name])) check(playedScenarios(), 0);
    }),
    workspace.subscribe(({ view }, before) => {
      if (view === before.view || view === undefined) return;
      const { open } = documents.getState();
      if (open !== undefined && view.trusted && before.view?.trusted === false) check([open], 0);
      const known = new Set(view.scenarios.map(({ path }) => path));
      const gone = Object.keys(problems.getState().found).filter(
        (path) => !known.has(path) && documents.getState().texts[path] === undefined,
      );
      for (const path of gone) problems.setState(({ found }) => ({ found: without(found, path) }));
    }),
  ];
  return () => {
    clearTimeout(timer);
    disposeAll(stops)();
  };
}

/** Sets the marks of the editor's type checker in the file at `path`. */
export const setMarks = (store: ProblemStore, path: string, marks: readonly Problem[]): void => {
  store.setState(({ marks: before }) => ({ marks: { ...before, [path]: marks } }));
};

/** Sets what is wrong with the edit that was previewed last. */
export const setPreviewProblems = (store: ProblemStore, previewed: readonly Problem[]): void => {
  if (previewed.length > 0 || store.getState().previewed.length > 0) store.setState({ previewed });
};

/** What main found in the file at `path`, in whichever scenario, except on lines that the editor has marked. */
export function foundIn(state: ProblemsState, path: string): readonly Problem[] {
  const isMarked = isMarkedIn(state, path);
  const found = [...Object.values(state.found).flat(), ...state.previewed];
  return distinct(found.filter(({ place }) => place?.file === path && !isMarked(place.line)));
}

/**
 * The files whose problems concern the person: the open one, those with edits, the scenarios that are made of them, and `unstarted`,
 * which could not run. The first is the open one.
 */
export function filesInWork(
  { usedBy }: ProblemsState,
  documents: DocumentsState,
  unstarted: string | undefined,
): readonly string[] {
  const { open, texts } = documents;
  const edited = Object.keys(texts).filter((path) => path !== open && isDirty(documents, path));
  const own = [...(open === undefined ? [] : [open]), ...edited];
  const users = own.flatMap((path) => usedBy[path] ?? []);
  return [...new Set([...own, ...users, ...(unstarted === undefined ? [] : [unstarted])])];
}

/** The problems of `files` and of the shown preview, each once: by file, in the order of `files`, and by line. */
export function problemsOf(state: ProblemsState, files: readonly string[]): readonly Problem[] {
  const found = [...files.flatMap((path) => state.found[path] ?? []), ...state.previewed];
  const places = new Set([
    ...files,
    ...found.flatMap(({ place }) => (place === undefined ? [] : [place.file])),
  ]);
  const placed = [...places].flatMap((file) => {
    const isMarked = isMarkedIn(state, file);
    const others = found.filter(({ place }) => place?.file === file && !isMarked(place.line));
    return [...(state.marks[file] ?? []), ...others].toSorted(
      (one, other) => one.place!.line - other.place!.line,
    );
  });
  return distinct([...found.filter(({ place }) => place === undefined), ...placed]);
}

const isMarkedIn = ({ marks }: ProblemsState, file: string): ((line: number) => boolean) => {
  const marked = new Set(marks[file]?.map(({ place }) => place?.line));
  return (line) => marked.has(line);
};

function distinct(problems: readonly Problem[]): readonly Problem[] {
  const seen = new Set<string>();
  return problems.filter(({ message, place }) => {
    const key = `${place?.file}:${place?.line}:${place?.column}:${message}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** How many problems the scenario or module at `path` has. */
export const problemCount = ({ found, marks }: ProblemsState, path: string): number =>
  Math.max(found[path]?.length ?? 0, marks[path]?.length ?? 0);
