import { readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { appName, eventId } from '../../../../engine/model/values/ids.ts';
import { handlersFor, type Services } from '../../../../main/host/bridge/handlers.ts';
import { RunDatabase } from '../../../../main/host/bridge/run-database.ts';
import { plannerHere } from '../../../../main/host/runs/check-scenario.ts';
import {
  IsolatedScenarios,
  KnownFolders,
  persistedBreakpoints,
  PersistedPreferences,
  AllowedModels,
  persistedModels,
  persistedProbes,
  Trust,
} from '../../../../main/host/settings/index.ts';
import { Sweeps } from '../../../../main/host/sweeps/index.ts';
import { Workspace } from '../../../../main/host/workspace/index.ts';
import { serve } from '../../../../main/shell/ipc.ts';
import { type CallName, calls, type Reply, type Request } from '../../../../preload/contract.ts';
import { LIMITS } from '../../../../preload/limits.ts';
import { LivePreview } from '../../../../main/host/preview/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { dinner, unchecked } from '../runs/dinner.ts';

const HOME = 'app://lab';
const DINNER = 'scenarios/dinner.ts';
const SCRIPT = 'agents/hasty.json';
const PROGRAM = 'agents/cook.mjs';

const MODEL = {
  url: 'http://127.0.0.1:9/v1',
  name: 'tiny',
  wire: 'chat-completions',
  calls: 'native',
  parameters: {},
} as const;

const note = { text: 'Too late.', tags: [] };
const cell = { rows: 'task', columns: 'seed' } as const;
const sweep = 'sweeps/dinner.sweep';
const action = { app: appName('user'), tool: 'send_message_to_agent', args: { content: 'Salt, please.' } };

/** A proper request of each call, from which the tests make improper ones. */
const REQUESTS: { readonly [Name in CallName]: Request<Name> } = {
  'workspace.read': {},
  'workspace.open': { folder: '/a/known/folder' },
  'workspace.trust': {},
  'workspace.declarations': {},
  'preferences.read': {},
  'preferences.write': {
    theme: 'dark',
    fontSize: 13,
    speed: 1,
    rerunOnSave: false,
    offerRerun: false,
    timeline: { lanes: 'app', clock: 'simulated', skipGaps: false },
    passRates: 'judged',
    runViews: [],
    keys: {},
  },
  'inspect.request': { run: 'r1', request: 1 },
  'inspect.costs': { runs: ['r1'] },
  'inspect.askedAgain': { run: 'r1', request: 0 },
  'run.firstRequest': {
    scenario: DINNER,
    mode: 'plain',
    choices: { agent: { model: MODEL, thinking: 'frozen' } },
  },
  'models.read': {},
  'models.set': { models: [MODEL] },
  'models.test': { model: MODEL },
  'models.pickFile': {},
  'models.cancelTest': {},
  'menu.set': { commands: [{ name: 'run.pause', title: 'Pause', menu: 'Run' }] },
  'scenario.read': { path: DINNER },
  'scenario.save': { path: DINNER, text: 'export default 1;', replaces: null },
  'scenario.create': { path: 'scenarios/new.ts', template: 'blank' },
  'scenario.plan': { path: DINNER },
  'scenario.variants': { path: DINNER },
  'scenario.isolate': { path: DINNER, isolated: true },
  'scenario.rename': { path: DINNER, to: 'scenarios/supper.ts' },
  'scenario.trash': { path: DINNER },
  'scenario.check': { path: DINNER, unsaved: [{ path: DINNER, text: 'export default 1;' }] },
  'trace.import': { path: 'traces/old.json' },
  'trace.cancel': {},
  'trace.importDropped': { paths: ['/soup.json'] },
  'trace.watch': {},
  'trace.unwatch': {},
  'run.start': {
    scenario: DINNER,
    mode: 'plain',
    paused: true,
    choices: { agent: { program: PROGRAM, thinking: 'frozen' } },
  },
  'preview.run': { scenario: DINNER, mode: 'oracle', unsaved: [{ path: DINNER, text: 'export default 1;' }] },
  'preview.keep': { run: 'r60000001' },
  'preview.warm': {},
  'preview.end': {},
  'run.restart': { run: 'r1', paused: true },
  'run.branch': { run: 'r1', at: 0, paused: true, intervention: { kind: 'agent', at: 0, script: SCRIPT } },
  'run.amend': { run: 'r1', request: 0, change: { kind: 'system', text: 'Be quick.' }, times: 2 },
  'run.cancelAsking': { run: 'r1' },
  'run.resumeInterrupted': { run: 'r1' },
  'run.changes': { run: 'r1' },
  'run.verify': { run: 'r1' },
  'run.cancelWaiting': {},
  'run.cancelVerify': { run: 'r1' },
  'run.control': { run: 'r1', control: { kind: 'step', by: 'event' } },
  'run.until': { run: 'r1', to: { entry: 0 } },
  'run.tools': { run: 'r1' },
  'run.act': { run: 'r1', at: 0, actor: 'user', action },
  'run.nextVersion': { run: 'r1' },
  'run.time': { run: 'r1' },
  'run.held': { run: 'r1' },
  'run.client': { run: 'r1' },
  'run.delete': { runs: ['r1'] },
  'run.export': { runs: ['r1'], format: 'orrery' },
  'run.source': { run: 'r1' },
  'code.trust': { run: 'r1' },
  'breakpoints.find': { run: 'r1', at: 0, step: 1 },
  'breakpoints.read': {},
  'breakpoints.set': { breakpoints: [{ condition: { on: 'failure' }, enabled: true }] },
  'probes.read': {},
  'probes.set': { probes: [{ name: 'messages', expression: 'apps.user' }] },
  'probes.follow': { run: 'r1', expression: 'apps.user', from: -1 },
  'log.rows': { run: 'r1', from: 0 },
  'log.summaries': { run: 'r1', from: 0 },
  'log.find': { run: 'r1', search: [{ term: { kind: 'text', text: 'ready' }, not: false }], from: 0 },
  'log.index': { run: 'r1' },
  'log.entry': { run: 'r1', index: 0 },
  'log.change': { run: 'r1', app: 'user', at: -1, way: 'on' },
  'state.read': { run: 'r1', app: 'user', at: -1 },
  'plan.read': { run: 'r1' },
  'plan.hints': { run: 'r1' },
  'plan.statuses': { run: 'r1', at: 0, limit: 10 },
  'plan.whyNot': { run: 'r1', event: eventId('1-user-send_message_to_agent'), at: -1 },
  'plan.values': { run: 'r1', index: 0 },
  'inspect.valueHistory': { run: 'r1', app: 'user', path: ['messages'], since: -1, at: 0 },
  'inspect.knowledge': { run: 'r1', app: 'user', at: 0 },
  'inspect.transcript': { run: 'r1', from: 0, turn: 0 },
  'inspect.costsOverTime': { run: 'r1' },
  'inspect.traceSteps': { run: 'r1' },
  'inspect.attempt': { run: 'r1' },
  'inspect.traceText': { run: 'r1', nth: 0 },
  'inspect.transcriptText': { run: 'r1', format: 'json' },
  'inspect.judgement': { run: 'r1' },
  'comparison.runs': { a: 'r1', b: 'r1' },
  'comparison.by': { runs: ['r1', 'r1'] },
  'comparison.attempts': { a: 'r1', b: 'r1' },
  'comparison.attemptTable': { runs: ['r1', 'r1'] },
  'comparison.stepTexts': { a: { run: 'r1', step: 0 } },
  'comparison.cancel': {},
  'comparison.change': { run: 'r1' },
  'comparison.states': { a: { run: 'r1', at: 0 }, b: { run: 'r1', at: 0 } },
  'library.find': {
    terms: [],
    group: 'none',
    order: 'started',
    descending: true,
    folded: [],
    from: 0,
    limit: 100,
    selected: [],
  },
  'library.ids': { terms: [] },
  'library.values': {},
  'library.matrix': { terms: [] },
  'library.compareSets': { terms: [], by: 'model' },
  'library.search': { text: 'soup', kinds: ['message'], terms: [] },
  'library.named': { words: ['dinner'] },
  'library.read': { run: 'r1' },
  'library.counterpart': { run: 'r1' },
  'library.tag': { runs: ['r1'], add: ['late'], remove: ['early'] },
  'library.judge': { runs: ['r1'], configuration: '{}' },
  'library.pin': { run: 'r1', pinned: true },
  'note.list': { run: 'r1' },
  'note.add': { run: 'r1', ...note },
  'note.change': { id: 1, ...note },
  'note.remove': { id: 1 },
  'report.save': { runs: ['r1', 'r2'] },
  'timeline.save': { run: 'r1', png: 'AAAA' },
  'file.show': { file: '/a/written/file', how: 'open' },
  'sweep.list': {},
  'sweep.make': {
    name: 'dinner',
    scenarios: [DINNER],
    variants: 'first',
    seeds: [1],
    repeats: 1,
    agents: [PROGRAM],
    settings: [{ name: 'default' }],
    limits: {},
  },
  'sweep.start': { sweep },
  'sweep.stop': { sweep },
  'sweep.view': { sweep },
  'sweep.jobs': { sweep, ...cell, from: 0 },
  'sweep.compare': { sweep, before: sweep, ...cell, basis: 'all' },
  'sweep.statistics': { sweep, basis: 'judged' },
  'sweep.save': { sweep, format: 'csv' },
  'sweep.chart': { sweep, chart: 'rates', svg: '<svg/>' },
  'sweep.remove': { sweep },
  'sweep.passing': { sweep, job: 'a' },
  'sweep.copy': { sweep, job: 'a' },
};

/** Paths that lead out of the workspace, or to no file that a call is about. */
const BAD_PATHS = [
  '',
  '.',
  '/etc/passwd',
  '../secret.ts',
  'scenarios/../../secret.ts',
  'scenarios/link/secret.ts',
  'scenarios/dinner.ts\0',
  'scenarios/../scenarios/dinner.ts',
  './scenarios/dinner.ts',
  'scenarios\\dinner.ts',
  'scenarios//dinner.ts',
  `scenarios/${'x'.repeat(300)}.ts`,
  '.orrery/orrery.db',
  'agents/cook.mjs',
];

/** What is no agent of the workspace, although a shell would find one in it, or run something else. */
const BAD_AGENTS = [
  'touch\tX',
  'touch${IFS}X',
  '>X',
  '`touch X`',
  '$(touch X)',
  'node agents/cook.mjs',
  'agents/cook.mjs;touch X',
  'agents/cook.mjs\n',
  'agents/cook.mjs\0',
  'agents/cook.mjs ',
  '\u00a0agents/cook.mjs',
  'agents/cook\u2028.mjs',
  'agents/../agents/cook.mjs',
  'agents/link.mjs',
  './agents/cook.mjs',
  '/agents/cook.mjs',
  'AGENTS/COOK.MJS',
  'agents/none.mjs',
  'agents/none.json',
  '../secret.json',
  'package.json',
  'Oracle',
];

type Step = string | number;

/** The values in a request that are neither list nor object, each with the way to it. */
const leavesOf = (
  value: unknown,
  way: readonly Step[] = [],
): readonly (readonly [readonly Step[], unknown])[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, part]) => leavesOf(part, [...way, key]))
    : [[way, value]];

/** `request` with `value` in the place to which `way` leads. */
function replacing(request: unknown, [step, ...rest]: readonly Step[], value: unknown): unknown {
  if (step === undefined) return value;
  const part = (request as Record<Step, unknown>)[step];
  const changed = replacing(part, rest, value);
  if (Array.isArray(request))
    return request.map((one, at) => (String(at) === step ? changed : (one as unknown)));
  return { ...(request as object), [step]: changed };
}

/** Longer than any text that a call takes, besides pictures and values: reading forty million characters takes its time. */
const TOO_LONG = 'x'.repeat(LIMITS.sourceCharacters + 1);
const FAR_TOO_LONG = 'x'.repeat(LIMITS.pictureCharacters + 1);
const LARGE: ReadonlySet<Step | undefined> = new Set(['png', 'svg', 'value']);

function wrongTypes(value: unknown, key: Step | undefined): readonly unknown[] {
  if (typeof value === 'string')
    return [null, -7, true, {}, [value], LARGE.has(key) ? FAR_TOO_LONG : TOO_LONG];
  if (typeof value === 'number') return [null, String(value), {}, [value], NaN, 2 ** 60];
  return [null, 'yes', 1, {}];
}

const isPath = (value: unknown): value is string =>
  typeof value === 'string' && /^(?:scenarios|traces|sweeps)\//.test(value);
const isAgent = (value: unknown): value is string => typeof value === 'string' && value.startsWith('agents/');
const isRun = (value: unknown): value is string => typeof value === 'string' && /^r\d+$/.test(value);

/** Improper requests made of a proper one. */
function* misuses(request: object): Generator {
  yield undefined;
  yield null;
  yield [request];
  yield { ...request, command: 'touch X' };
  for (const [way, value] of leavesOf(request)) {
    // The arguments of a tool and the steps into a state may be anything.
    if (way.includes('args') || (way[0] === 'path' && way.length > 1)) continue;
    const wrong = [
      ...wrongTypes(value, way.at(-1)),
      ...(isPath(value) ? BAD_PATHS : []),
      ...(isAgent(value) ? BAD_AGENTS : []),
      ...(isRun(value) ? ['r999', 'r0', 'r1 ', 'r-1', "r1' OR 1", '1'] : []),
    ];
    for (const one of wrong) yield replacing(request, way, one);
  }
}

/** Every file in `folder` with its size and time of writing; the database's own files are left out. */
const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !path.includes('orrery.db'))
    .map((path) => ({ path, found: statSync(join(folder, path)) }))
    .map(({ path, found }) => (found.isFile() ? `${path} ${found.mtimeMs} ${found.size}` : path))
    .sort();

/** The window's calls on a workspace with a run, and what is outside of it. */
async function openDesk({ isTrusted = true } = {}) {
  const outside = temporaryFolder({ 'secret.ts': 'export default 1;', 'link.mjs': '', 'secret.json': '{}' });
  const folder = temporaryFolder({
    [DINNER]: dinner(`user.send_message_to_agent({ content: 'Is it ready?' });`),
    [SCRIPT]: '{"agent": []}',
    [PROGRAM]: 'process.exit(0)',
    'traces/old.json': '{}',
    'package.json': '{}',
    'sweeps/dinner.sweep/manifest.jsonl': '',
  });
  symlinkSync(outside, join(folder, 'scenarios/link'));
  symlinkSync(join(outside, 'link.mjs'), join(folder, 'agents/link.mjs'));
  const settings = temporaryFolder();
  const workspace = new Workspace(folder);
  const folders = new KnownFolders(join(settings, 'folders.json'));
  const observer = { logged: () => undefined, changed: () => undefined, hit: () => undefined };
  const database = new RunDatabase(workspace.database, unchecked, observer);
  const sweeps = new Sweeps(() => undefined);
  const preview = new LivePreview(unchecked);
  onTestFinished(() => {
    sweeps[Symbol.dispose]();
    preview[Symbol.dispose]();
    database[Symbol.dispose]();
  });
  const { id } = await database.runs.start({ folder, path: DINNER, mode: 'oracle' }, { paused: false });
  await expect.poll(() => database.runs.summary(id)?.state).toBe('completed');
  database.store.addNote({ run: id, text: 'Good.', tags: [], range: undefined, value: undefined, made: 0 });

  /** What the page made the desktop do. */
  const done: string[] = [];
  const notes =
    <Answer>(what: string, answer: Answer) =>
    (): Answer => {
      done.push(what);
      return answer;
    };
  const services: Omit<Services, 'code'> = {
    workspace,
    database,
    folders,
    sweeps,
    preview,
    trust: new Trust(folder, folders, isTrusted),
    isolatedScenarios: new IsolatedScenarios(folder, 'this window', {
      claim: () => undefined,
      isAlive: () => true,
    }),
    preferences: new PersistedPreferences(join(settings, 'preferences.json')),
    breakpoints: persistedBreakpoints(workspace.folder),
    probes: persistedProbes(workspace.folder),
    models: persistedModels(workspace.folder),
    allowedModels: new AllowedModels(join(settings, 'hosts.json'), () => Promise.resolve(false)),
    checkTypes: unchecked,
    planner: plannerHere,
    declarations: () => Promise.resolve({ files: [], libraries: [] } as never),
    written: new Set(),
    importProgressed: () => undefined,
    askingProgressed: () => undefined,
    verifyProgressed: () => undefined,
    workspaceChanged: () => undefined,
    confirmHost: notes('confirmHost', Promise.resolve(false)),
    setTheme: notes('setTheme', undefined),
    setMenu: notes('setMenu', undefined),
    confirmCode: notes('confirmCode', Promise.resolve(true)),
    confirmTrust: notes('confirmTrust', Promise.resolve(true)),
    pickFolder: notes('pickFolder', Promise.resolve(undefined)),
    openFolder: notes('openFolder', undefined),
    showFile: notes('showFile', Promise.resolve()),
    moveToTrash: notes('moveToTrash', Promise.resolve()),
    pickTraces: notes('pickTraces', Promise.resolve([])),
    pickModelFile: notes('pickModelFile', Promise.resolve(undefined)),
    pickExportFolder: notes('pickExportFolder', Promise.resolve(undefined)),
    pickTraceFolder: notes('pickTraceFolder', Promise.resolve([])),
    importWatched: notes('importWatched', undefined),
    pickTarget: notes('pickTarget', Promise.resolve(undefined)),
  };
  const listeners = new Map<string, (request: unknown) => Promise<Reply<unknown>>>();
  const sender = { senderFrame: { url: `${HOME}/`, parent: null } };
  serve(
    { handle: (name, listener) => void listeners.set(name, (request) => listener(sender, request)) },
    HOME,
    handlersFor(services),
  );
  const everything = (): unknown => ({
    folder: filesIn(folder),
    outside: filesIn(outside),
    settings: filesIn(settings),
    done: [...done],
    runs: database.store.runs(),
    notes: database.store.notes(id),
    scenario: readFileSync(join(folder, DINNER), 'utf8'),
  });
  return { ask: (name: CallName, request: unknown) => listeners.get(name)!(request), everything };
}

const names = Object.keys(calls) as CallName[];

/** Calls that have nothing to do for a run or an agent that is not there. */
const CANCELS: readonly CallName[] = ['run.cancelVerify', 'run.cancelAsking', 'inspect.costs'];

/** What is wrong with the answer to an improper request of `name`; `undefined` if it is a refusal with a sentence. */
const mistakeIn = (name: CallName, request: unknown, reply: Reply<unknown>): string | undefined =>
  (reply.ok && !CANCELS.includes(name)) || (!reply.ok && reply.error.message.length < 10)
    ? `${name} answers ${JSON.stringify(reply)} to ${JSON.stringify(request).slice(0, 300)}`
    : undefined;

describe('a page that somebody else controls', () => {
  it('gets nothing by improper requests but a sentence', async () => {
    const { ask, everything } = await openDesk();
    const before = everything();
    const mistakes: string[] = [];

    for (const name of names)
      for (const request of misuses(REQUESTS[name])) {
        const mistake = mistakeIn(name, request, await ask(name, request));
        if (mistake !== undefined) mistakes.push(mistake);
      }

    expect(mistakes).toEqual([]);
    expect(everything()).toEqual(before);
  });

  it.each(names)('can do with %s what a sentence of the contract says', (name) => {
    expect(calls[name].atMost).toMatch(/^[A-Z].{9,}\.$/s);
  });
});
