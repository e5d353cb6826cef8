import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  type CompletedEvent,
  judgedEvents,
  judgeLog,
  type VerdictOutcome,
  judgeSettings,
  oracleGraph,
  type OracleGraph,
  readTrace,
  runOracleOfTrace,
  type SoftJudge,
  toolName,
} from '../../../../engine/index.ts';
import type { Json, JsonObject } from '../../../../engine/model/values/json.ts';
import { pythonText } from '../../../../engine/model/values/python-text.ts';
import { type Random, seededRandom } from '../../../../engine/model/values/random.ts';
import type { SimTime } from '../../../../engine/model/values/time.ts';

/** `ARE_TRACES=FOLDER` tests another folder of traces. */
const FOLDER = process.env['ARE_TRACES'] ?? join(import.meta.dirname, '../../../fixtures/are-traces');
const MUTATIONS = 200;
const MESSAGE = 'AgentUserInterface__send_message_to_user';
const settings = judgeSettings();

/** A recorded run of the oracle, presented as an agent's run: its calls have their own ids. */
interface Recorded {
  readonly graph: OracleGraph;
  readonly log: readonly CompletedEvent[];
  /** The agent's writing calls; `oracleOf` has the oracle event of each. */
  readonly calls: readonly CompletedEvent[];
  readonly oracleOf: ReadonlyMap<string, OracleGraph['turns'][number][number]>;
}

function recorded(file: string): Recorded {
  const text = readFileSync(join(FOLDER, file), 'utf8');
  const { apps, entries } = readTrace(text, file);
  const graph = oracleGraph(runOracleOfTrace(text, file, { anyUser: true })!);
  const log = judgedEvents(apps, entries).map((event) =>
    event.type === 'agent' ? { ...event, id: `call-${event.id}` } : event,
  );
  const events = new Map(graph.turns.flat().map((event) => [`call-${event.id}`, event]));
  return { graph, log, calls: log.filter(({ id }) => events.has(id)), oracleOf: events };
}

const traces = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.trace.json'))
  .map((file) => [file, recorded(file)] as const)
  // The judge cannot compare calls of tools without a rule.
  .filter(([, { calls }]) => calls.every((call) => settings.checksOf(toolName(call)) !== undefined));

/** A changed run and its outcome by the specification. */
interface Mutation {
  readonly log: readonly CompletedEvent[];
  readonly outcome: VerdictOutcome;
  /** Texts that the verdict's sentence must contain. */
  readonly names: readonly string[];
}

/** Returns `undefined` when a run has nothing to change in this way. */
type Mutate = (run: Recorded, random: Random) => Mutation | undefined;

const pick = <Item>(items: readonly Item[], random: Random): Item | undefined =>
  items[Math.floor(random.next() * items.length)];

const argsOf = ({ args, resolved = args }: CompletedEvent): JsonObject => resolved;

const withArg = (
  log: readonly CompletedEvent[],
  call: CompletedEvent,
  arg: string,
  value: Json,
): CompletedEvent[] =>
  log.map((event) => (event === call ? { ...event, resolved: { ...argsOf(event), [arg]: value } } : event));

const inOrder = (log: readonly CompletedEvent[]): readonly CompletedEvent[] =>
  [...log].sort((one, other) => one.time - other.time);

const at = (time: number): SimTime => time as SimTime;

const isLastMessage = ({ oracleOf, graph }: Recorded, call: CompletedEvent): boolean =>
  oracleOf.get(call.id)!.turn === graph.turns.length - 1;

const changeArgument: Mutate = (run, random) => {
  const choices = run.calls.flatMap((call) =>
    settings.checksOf(toolName(call))!.hard.map(({ arg, checker }) => ({ call, arg, checker })),
  );
  const choice = pick(choices, random);
  if (choice === undefined) return undefined;
  const { call, arg, checker } = choice;
  const value = argsOf(call)[arg] ?? null;
  const list = Array.isArray(value) ? (value as readonly Json[]) : [];
  const text = typeof value === 'string' ? value : '';
  const changes: Partial<Record<typeof checker, Json>> = {
    unordered_list_checker: [...list, 'somebody@else.example'],
    list_attendees_checker: [...list, 'Nobody Known'],
    unordered_path_list_checker: [...list, '/elsewhere'],
    datetime_checker: text.startsWith('2') ? `3${text.slice(1)}` : '2030-01-01 00:00:00',
    phone_number_checker: `${text}9`,
    path_checker: `${text}/elsewhere`,
  };
  const changed = changes[checker] ?? (typeof value === 'number' ? value + 1 : `${text} changed`);
  // When the oracle invites only the user, the judge accepts any attendees.
  const isFree = checker === 'list_attendees_checker' && list.every((name) => name === run.graph.user.name);
  return {
    log: withArg(run.log, call, arg, changed),
    outcome: isFree ? 'passed' : 'failed',
    names: isFree ? [] : [call.id, arg],
  };
};

const leaveOut: Mutate = (run, random) => {
  const call = pick(run.calls, random)!;
  const isShift = toolName(call) === MESSAGE && !isLastMessage(run, call);
  return {
    log: run.log.filter((event) => event !== call),
    outcome: 'failed',
    names: isShift
      ? ['did not end the turn with a message to the user']
      : [toolName(call), run.oracleOf.get(call.id)!.id],
  };
};

const add: Mutate = (run, random) => {
  const call = pick(run.calls, random)!;
  const place = run.log.indexOf(call) + 1;
  const log = [...run.log.slice(0, place), { ...call, id: 'added' }, ...run.log.slice(place)];
  if (toolName(call) !== MESSAGE) return { log, outcome: 'failed', names: [toolName(call), 'added'] };
  // Events after the message that ends the last turn do not count.
  return isLastMessage(run, call)
    ? { log, outcome: 'passed', names: ['does not count', 'added'] }
    : { log, outcome: 'failed', names: [MESSAGE] };
};

const swap: Mutate = (run, random) => {
  const calls = inOrder(run.log).filter((event) => run.calls.includes(event));
  const pairs = calls
    .slice(1)
    .map((later, index) => [calls[index]!, later] as const)
    .filter(([earlier, later]) => run.oracleOf.get(earlier.id)!.turn === run.oracleOf.get(later.id)!.turn);
  const pair = pick(pairs, random);
  if (pair === undefined) return undefined;
  const [earlier, later] = pair;
  const moved = run.log.flatMap((event) =>
    event === earlier
      ? [{ ...later, time: earlier.time }]
      : event === later
        ? [{ ...earlier, time: later.time }]
        : [event],
  );
  const waits = isAncestor(run, earlier.id, later.id);
  const isMessage = toolName(later) === MESSAGE;
  return {
    log: moved,
    outcome: waits || isMessage ? 'failed' : 'passed',
    names: isMessage ? [toolName(earlier)] : waits ? [later.id] : [],
  };
};

function isAncestor({ oracleOf }: Recorded, earlier: string, later: string): boolean {
  const { parents } = oracleOf.get(later) ?? { parents: [] };
  return parents.some(
    (parent) =>
      `call-${parent}` === earlier || isAncestor({ oracleOf } as Recorded, earlier, `call-${parent}`),
  );
}

/** The oracle's wait before a call, in microseconds, from its last parent or from the start. */
function waitOf(
  { graph }: Recorded,
  event: OracleGraph['turns'][number][number],
): { from: number; wait: number; last: readonly string[] } {
  const parents = graph.turns[event.turn]!.filter(({ id }) => event.parents.includes(id));
  const from = Math.max(graph.start, ...parents.map(({ time }) => time));
  return {
    from,
    wait: event.time - from,
    last: parents.filter(({ time }) => time === from).map(({ id }) => id),
  };
}

const comeTooEarly: Mutate = (run, random) => {
  const choices = run.calls.flatMap((call) => {
    const event = run.oracleOf.get(call.id)!;
    const { from } = waitOf(run, event);
    const time = event.time - settings.toleratedEarly - 1e6;
    return time > from ? [{ call, time }] : [];
  });
  const choice = pick(choices, random);
  if (choice === undefined) return undefined;
  const { call, time } = choice;
  return {
    log: inOrder(run.log.map((event) => (event === call ? { ...event, time: at(time) } : event))),
    outcome: 'failed',
    names: [call.id, '1 s too early'],
  };
};

const comeTooLate: Mutate = (run, random) => {
  const call = pick(run.calls, random)!;
  const by = settings.toleratedLate + (1 + Math.floor(random.next() * 60)) * 1e6;
  const ordered = inOrder(run.log);
  const moved = new Set(ordered.slice(ordered.indexOf(call)).map(({ id }) => id));
  const isLate = (late: CompletedEvent): boolean => {
    const event = run.oracleOf.get(late.id);
    if (event === undefined || !moved.has(late.id)) return false;
    const { wait, last } = waitOf(run, event);
    if (event.absoluteTime !== undefined) return true;
    return wait > settings.threshold && !last.some((id) => moved.has(id) || moved.has(`call-${id}`));
  };
  const late = run.calls.filter(isLate);
  return {
    log: run.log.map((event) => (moved.has(event.id) ? { ...event, time: at(event.time + by) } : event)),
    outcome: late.length > 0 ? 'failed' : 'passed',
    names: late.length > 0 ? ['too late'] : [],
  };
};

function changeMessage(outcome: VerdictOutcome): Mutate {
  return (run, random) => {
    const choices = run.calls.flatMap((call) =>
      settings
        .checksOf(toolName(call))!
        .texts.flatMap((arg) => (run.oracleOf.get(call.id)!.resolved?.[arg] ? [{ call, arg }] : [])),
    );
    const choice = pick(choices, random);
    if (choice === undefined) return undefined;
    const { call, arg } = choice;
    const changed = `${pythonText(argsOf(call)[arg]!)} Or so it seems.`;
    const names = outcome === 'passed' ? [] : [call.id, arg];
    return { log: withArg(run.log, call, arg, changed), outcome, names };
  };
}

const accepts: SoftJudge = ({ yes }) => yes ?? '';
/** Rejects the changed content of a message, but not its tone. */
const rejects: SoftJudge = ({ checker, yes, no }) =>
  checker.endsWith('message_checker') ||
  checker === 'email_checker' ||
  checker === 'event_checker' ||
  checker === 'cab_checker'
    ? no!
    : (yes ?? '');

const kinds: readonly (readonly [string, Mutate, SoftJudge?])[] = [
  ['argument changed', changeArgument],
  ['call left out', leaveOut],
  ['call added', add],
  ['calls swapped', swap],
  ['too early', comeTooEarly],
  ['too late', comeTooLate],
  ['message changed', changeMessage('not-judged')],
  ['message changed, accepted', changeMessage('passed'), accepts],
  ['message changed, rejected', changeMessage('failed'), rejects],
];

it.each(traces)('judgeLog() passes the oracle’s own run of %s', (_file, { graph, log }) => {
  expect(judgeLog(graph, log)).toMatchObject({ outcome: 'passed', evidence: { extra: [] } });
});

it('judgeLog() gives 200 mutated runs the specified outcome and names the mutation', () => {
  const random = seededRandom(20, 'mutations');
  const table = new Map<string, Map<VerdictOutcome, number>>(kinds.map(([kind]) => [kind, new Map()]));
  let made = 0;
  for (let count = 0; made < MUTATIONS; count++) {
    const [kind, mutate, softJudge] = kinds[count % kinds.length]!;
    const [file, run] = pick(traces, random)!;
    const mutation = mutate(run, random);
    if (mutation === undefined) continue;
    made += 1;
    const { outcome, sentence, evidence } = judgeLog(run.graph, mutation.log, { softJudge });
    const about = `${kind} in ${file}: ${sentence}`;
    expect({ about, outcome }).toEqual({ about, outcome: mutation.outcome });
    for (const name of mutation.names) expect(sentence, about).toContain(name);
    expect(evidence.oracle, about).toHaveLength(run.graph.turns.flat().length);
    const counts = table.get(kind)!;
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  const columns = ['passed', 'failed', 'not-judged'] as const;
  const rows = [...table].map(([kind, counts]) => [
    kind,
    ...columns.map((one) => String(counts.get(one) ?? 0)),
  ]);
  console.info(
    [['mutation', ...columns], ...rows]
      .map(([kind, ...cells]) => `${kind!.padEnd(28)}${cells.map((cell) => cell.padStart(12)).join('')}`)
      .join('\n'),
  );
});
