import { pythonText, type SimTime, type TimeComparator } from '../../model/index.ts';
import {
  type CompletedEvent,
  type Contact,
  eventsThatCount,
  givesTask,
  JudgeError,
  type PlannedEvent,
} from './events.ts';
import { byTime, numberOfTurns, turnsInLog, turnsOfScenario } from './turns.ts';

/** A scenario and the log of its run in oracle mode. */
export interface OracleRun {
  readonly start: SimTime;
  /** The planned events, in the scenario's order. */
  readonly events: readonly PlannedEvent[];
  readonly log: readonly CompletedEvent[];
  /** The contacts of the app named `Contacts` or `ContactsApp`; `undefined` when there is none. */
  readonly contacts: readonly Contact[] | undefined;
  /**
   * How an event's turn is determined: by its position in the log, or as in ARE (the default), by the first path that leads to it
   * from the start. By ARE's rule the oracle's own run may not pass.
   */
  readonly turnRule?: 'as-played' | 'first-path';
}

/** An event that the judge looks for in the agent's log. */
export interface OracleEvent extends CompletedEvent {
  /** The turn, from 0. */
  readonly turn: number;
  /** The ids of the event's predecessors in the same turn. Events that do not count are left out without a replacement. */
  readonly parents: readonly string[];
  readonly absoluteTime: SimTime | undefined;
  readonly comparator: TimeComparator | undefined;
}

/** The user as the judge's questions describe them. */
export interface UserProfile {
  readonly name: string;
  readonly address: Contact['address'];
}

/** The events that the judge looks for in a run, by turn. */
export interface OracleGraph {
  readonly start: SimTime;
  /** The turn of each event of the scenario, or, if turns are as played, of the oracle's run. */
  readonly turnOf: ReadonlyMap<string, number>;
  /** The events of each turn, in the order in which the judge looks for them. */
  readonly turns: readonly (readonly OracleEvent[])[];
  /** The task of each turn: the user's messages, each followed by a line break. */
  readonly tasks: readonly string[];
  readonly user: UserProfile;
  /** Whether an event of a log is compared. False for environment events that the scenario does not plan, such as alarms. */
  readonly counts: (event: CompletedEvent) => boolean;
}

/**
 * Prepares the events that the judge looks for in the runs of a scenario.
 *
 * @param agentOnly includes only the oracle's calls, not the events of the environment and the user
 * @throws {JudgeError} when events wait for each other, when the log has an event that the scenario does not, or when there is
 * not exactly one contact that is the user.
 */
export function oracleGraph(run: OracleRun, agentOnly = false): OracleGraph {
  const planned = new Map(run.events.map((event) => [event.id, event]));
  const isAsPlayed = run.turnRule === 'as-played';
  const counts = ({ type, id }: CompletedEvent): boolean =>
    !isAsPlayed || type !== 'environment' || planned.has(id);
  const log = run.log.filter(counts);
  const counted = eventsThatCount(log, agentOnly);
  const turnOf = isAsPlayed ? turnsInLog(byTime(eventsThatCount(log, false))) : turnsOfScenario(run.events);
  const turnOfLogged = ({ id }: CompletedEvent): number => {
    const turn = turnOf.get(id);
    if (turn === undefined)
      throw new JudgeError(`The oracle’s log has event ${id}, which is not the scenario’s.`);
    return turn;
  };
  const count = numberOfTurns(turnOf);
  const user = userAmong(run.contacts);
  const turns: CompletedEvent[][] = Array.from({ length: count }, () => []);
  for (const event of counted) turns[turnOfLogged(event)]!.push(event);
  const tasks = Array.from({ length: count }, () => '');
  for (const event of log)
    if (givesTask(event) && !(isAsPlayed && event.failed)) {
      const turn = turnOfLogged(event);
      tasks[turn] = `${tasks[turn] ?? ''}${pythonText(event.args['content'] ?? '')}\n`;
    }
  return {
    start: run.start,
    turnOf,
    turns: turns.map((events, turn) => {
      const ids = new Set(events.map(({ id }) => id));
      return inVisitingOrder(events.map((event) => oracleEvent(event, turn, ids, planned)));
    }),
    tasks,
    user,
    counts,
  };
}

function oracleEvent(
  event: CompletedEvent,
  turn: number,
  ofTurn: ReadonlySet<string>,
  planned: ReadonlyMap<string, PlannedEvent>,
): OracleEvent {
  const { after = [], at, comparator } = planned.get(event.id) ?? {};
  const parents = [...new Set(after)].filter((id) => ofTurn.has(id));
  return { ...event, turn, parents, absoluteTime: at, comparator };
}

/** The events in the order in which the judge visits them: parents before children, otherwise in the order of the log. */
function inVisitingOrder(events: readonly OracleEvent[]): readonly OracleEvent[] {
  const open = new Map(events.map(({ id, parents }) => [id, parents.length]));
  const children = new Map<string, OracleEvent[]>(events.map(({ id }) => [id, []]));
  for (const event of events) for (const parent of event.parents) children.get(parent)!.push(event);
  const order = events.filter(({ parents }) => parents.length === 0);
  // `order` grows while it is read.
  for (const event of order)
    for (const child of children.get(event.id)!) {
      const left = open.get(child.id)! - 1;
      open.set(child.id, left);
      if (left === 0) order.push(child);
    }
  if (order.length < events.length)
    throw new JudgeError('The oracle’s events wait for each other in a circle.');
  return order;
}

function userAmong(contacts: OracleRun['contacts']): UserProfile {
  if (contacts === undefined)
    throw new JudgeError(
      'The scenario has no app named Contacts or ContactsApp, so the judge does not know the user.',
    );
  const [user, ...others] = contacts.filter(({ isUser }) => isUser);
  if (user === undefined) throw new JudgeError('No contact is marked as the user.');
  if (others.length > 0) throw new JudgeError(`${others.length + 1} contacts are marked as the user.`);
  return { name: `${user.firstName} ${user.lastName}`, address: user.address };
}
