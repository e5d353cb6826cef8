import type {
  AppInstance,
  Asked,
  Environment,
  NextStep,
  PlanData,
  ReadBack,
  Session,
} from '../../../engine/index.ts';
import {
  type AgentAnswer,
  type AppName,
  type Failure,
  instant,
  type Json,
  type LogEntry,
  type OutsideAnswer,
  type Path,
  type PersonAct,
  type PlanOutline,
  type SimTime,
  type Turn,
  type TurnJudge,
} from '../../../engine/model/index.ts';
import type { RealmRun } from '../scenarios/index.ts';

/**
 * The plan of a run in a scenario's realm, as data without the functions of its checks and tools. Built from classes, because V8
 * would keep getters made for one run, and with them all of the run, until the next full garbage collection.
 */
export function planIn(run: RealmRun, apps: Environment['apps']): PlanData {
  const plan = run.call('plan') as Omit<PlanData, 'apps' | 'outline'>;
  const appsByName = apps.map(({ name, class: className }) => [name, new RealmApp(run, name, className)]);
  return Object.assign(new RealmOutline(run), {
    ...plan,
    apps: Object.fromEntries(appsByName) as PlanData['apps'],
  });
}

class RealmApp implements AppInstance {
  readonly class: string;
  readonly #run: RealmRun;
  readonly #name: string;

  constructor(run: RealmRun, name: string, className: string) {
    this.#run = run;
    this.#name = name;
    this.class = className;
  }

  get state(): AppInstance['state'] {
    return this.#run.call('initialState', this.#name);
  }

  get tools(): AppInstance['tools'] {
    return this.#run.call('tools', this.#name) as AppInstance['tools'];
  }
}

/** The outline of a plan, read on demand: only stored runs need it. */
class RealmOutline {
  readonly #run: RealmRun;
  #outline: PlanOutline | undefined;

  constructor(run: RealmRun) {
    this.#run = run;
  }

  get outline(): PlanOutline {
    return (this.#outline ??= this.#run.call('outline') as PlanOutline);
  }
}

/** The members of an environment that the host uses: those that {@link RealmEnvironment} has. */
export type RunEnvironment = Pick<Environment, keyof RealmEnvironment>;

/** The environment of a run in a scenario's realm. It returns copies of the realm's data. */
export class RealmEnvironment implements RunEnvironment {
  readonly #run: RealmRun;
  readonly apps: Environment['apps'];

  constructor(run: RealmRun) {
    this.#run = run;
    this.apps = run.call('apps') as Environment['apps'];
  }

  get state(): Environment['state'] {
    return this.#run.call('state') as Environment['state'];
  }

  get now(): SimTime {
    return instant(this.#run.call('now'));
  }

  get nextTime(): SimTime | undefined {
    return this.#run.call('nextTime') as SimTime | undefined;
  }

  get lastInstant(): SimTime | undefined {
    return this.#run.call('lastInstant') as SimTime | undefined;
  }

  get ending(): Environment['ending'] {
    return this.#run.call('ending') as Environment['ending'];
  }

  get length(): number {
    return this.#run.call('length');
  }

  get pendingCount(): number {
    return this.#run.call('pendingCount');
  }

  get hasTurns(): boolean {
    return this.#run.call('hasTurns');
  }

  get hasRejectedTurn(): boolean {
    return this.#run.call('hasRejectedTurn');
  }

  get isNextStepLong(): boolean {
    return this.#run.call('isNextStepLong');
  }

  get isFiring(): boolean {
    return this.#run.call('isFiring');
  }

  get states(): Environment['states'] {
    return this.#run.call('states') as Environment['states'];
  }

  get unread(): Environment['unread'] {
    return this.#run.call('unread') as Environment['unread'];
  }

  get unreadCount(): number {
    return this.#run.call('unreadCount');
  }

  get log(): readonly LogEntry[] {
    return this.#run.call('log') as LogEntry[];
  }

  appState(app: AppName): Json {
    return this.#run.call('appState', app) as Json;
  }

  valueAt(app: AppName, path: Path): Json | undefined {
    return this.#run.call('valueAt', app, JSON.stringify(path)) as Json | undefined;
  }

  verdict(): ReturnType<Environment['verdict']> {
    return this.#run.call('verdict') as ReturnType<Environment['verdict']>;
  }

  stop(): void {
    this.#run.call('stop');
  }

  judgeTurns(judge: TurnJudge): void {
    this.#run.asked.judge = judge;
    this.#run.call('judgeTurns');
  }

  dropEntries(readBack: ReadBack): void {
    this.#run.asked.readBack = readBack;
    this.#run.call('dropEntries');
  }
}

/** The members of a session that the host uses: those that {@link RealmSession} has. */
export type RunSession = Pick<Session, keyof RealmSession>;

/** The session of a run in a scenario's realm. It returns copies of the realm's data. */
export class RealmSession implements RunSession {
  readonly #run: RealmRun;

  constructor(run: RealmRun) {
    this.#run = run;
  }

  get next(): NextStep {
    const next = this.#run.call('next');
    return typeof next === 'number' ? { kind: 'act', time: instant(next) } : { kind: next };
  }

  get isStill(): boolean {
    return this.#run.call('isStill');
  }

  isLive(asked: Asked): boolean {
    return this.#run.call('isLive', asked);
  }

  get asked(): Session['asked'] {
    return this.#run.call('asked') as Session['asked'];
  }

  get question(): Session['question'] {
    return this.#run.call('question') as Session['question'];
  }

  lastResult(asked: Asked): ReturnType<Session['lastResult']> {
    return this.#run.call('lastResult', asked) as ReturnType<Session['lastResult']>;
  }

  unread(asked: Asked): ReturnType<Session['unread']> {
    return this.#run.call('unreadBy', asked) as ReturnType<Session['unread']>;
  }

  leaveReason(asked: Asked): string | undefined {
    return this.#run.call('leaveReason', asked);
  }

  get firstOther(): Session['firstOther'] {
    return this.#run.call('firstOther') as Session['firstOther'];
  }

  get count(): number {
    return this.#run.call('turnCount');
  }

  history(asked: Asked): ReturnType<Session['history']> {
    return this.#run.call('history', asked) as ReturnType<Session['history']>;
  }

  get outside(): Session['outside'] {
    return this.#run.call('outside') as Session['outside'];
  }

  get nearestOutside(): Session['nearestOutside'] {
    return this.#run.call('nearestOutside') as Session['nearestOutside'];
  }

  answerOutside(answer: OutsideAnswer): void {
    this.#run.call('answerOutside', JSON.stringify(answer));
  }

  step(): LogEntry | undefined {
    return this.#run.call('step') as LogEntry | undefined;
  }

  answer(answer: AgentAnswer): void {
    this.#run.call('answer', JSON.stringify(answer));
  }

  act(act: PersonAct, time: SimTime): LogEntry | undefined {
    return this.#run.call('act', JSON.stringify(act), time) as LogEntry | undefined;
  }

  timeOut(error: Failure): LogEntry | undefined {
    return this.#run.call('timeOut', JSON.stringify(error)) as LogEntry | undefined;
  }

  takeTurns(): ReadonlyMap<number, Turn> {
    return new Map(this.#run.call('takeTurns') as [number, Turn][]);
  }
}
