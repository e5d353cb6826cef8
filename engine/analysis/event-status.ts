import {
  after,
  type BriefStanding,
  dueTime,
  type EventId,
  type EventOutline,
  groupBy,
  type EntryHead,
  type Obstacle,
  type PlanOutline,
  predecessors,
  quotedList,
  releasesWith,
  type SimSpan,
  type Standing,
} from '../model/index.ts';

/**
 * Where the event `id` stands right after entry `at` of `log`; −1 is before the first. Why has it not fired? A pure
 * function of the plan and the log.
 */
export function whyNot(plan: PlanOutline, log: readonly EntryHead[], at: number, id: EventId): Standing {
  return new Hindsight(plan, log.slice(0, at + 1)).standingOf(id);
}

/** Where every event of the plan stands right after entry `at`, in the plan's order: what each waits for only in brief. */
export function standingsOf(
  plan: PlanOutline,
  log: readonly EntryHead[],
  at: number,
): readonly BriefStanding[] {
  const hindsight = new Hindsight(plan, log.slice(0, at + 1));
  const hopeless = hopelessIn(plan, hindsight);
  return plan.events.map(({ id }) => {
    const own = hindsight.ownStanding(id);
    return {
      event: id,
      standing: own ?? { kind: 'waits', on: hindsight.unmet(id), hopeless: hopeless.has(id) },
    };
  });
}

/** The events that wait, in the end, for one that will never let them go. */
function hopelessIn({ events }: PlanOutline, hindsight: Hindsight): ReadonlySet<EventId> {
  const waits = events.flatMap(({ id }) => hindsight.unmet(id).map((before) => ({ id, before })));
  const waiting = groupBy(waits, ({ before }) => before);

  const hopeless = new Set<EventId>();
  const open = events.map(({ id }) => id).filter((id) => isHopeless(hindsight.ownStanding(id)));
  for (let dead = open.pop(); dead !== undefined; dead = open.pop())
    for (const { id } of waiting.get(dead) ?? [])
      if (!hopeless.has(id)) {
        hopeless.add(id);
        open.push(id);
      }
  return hopeless;
}

/** Of one that others still wait for: it has fired and does not let go, or never will. */
const isHopeless = (standing: ReturnType<Hindsight['ownStanding']>): boolean =>
  standing?.kind === 'impossible' || standing?.kind === 'fired';

/** What a log shows of every event of a plan. */
class Hindsight {
  readonly #plan: PlanOutline;
  readonly #events: ReadonlyMap<EventId, EventOutline>;
  readonly #last = new Map<EventId, EntryHead>();
  /** Entries by which agent validations have passed or failed. */
  readonly #watched = new Map<EventId, { readonly entry: EntryHead; readonly passed: boolean }>();

  constructor(plan: PlanOutline, log: readonly EntryHead[]) {
    this.#plan = plan;
    this.#events = new Map(plan.events.map((event) => [event.id, event]));
    for (const entry of log) {
      this.#last.set(entry.event, entry);
      if ('observations' in entry)
        for (const { validation, verdict } of entry.observations ?? [])
          if (verdict !== 'watching') this.#watched.set(validation, { entry, passed: verdict === 'passed' });
    }
  }

  standingOf(id: EventId): Standing {
    const own = this.ownStanding(id);
    if (own !== undefined) return own;
    return { kind: 'waits', on: this.unmet(id), unmet: this.#obstacles(id) };
  }

  /** Where `id` stands if that does not lie with others. */
  ownStanding(id: EventId): Obstacle['standing'] | undefined {
    const event = this.#events.get(id);
    if (event === undefined) return { kind: 'unknown' };
    const last = this.#last.get(id);
    if (last !== undefined) return this.#happened(event, last);
    const { timing } = event;
    if (event.dormant && predecessors(timing).length === 0) return { kind: 'dormant' };
    if (this.unmet(id).length > 0) return undefined;
    const time = dueTime(timing, this.#plan.start, (before) => this.#release(before)?.due)!;
    const { start, duration } = this.#plan;
    return { kind: 'due', time, within: duration === undefined || time <= after(start, duration) };
  }

  #happened(event: EventOutline, last: EntryHead): Obstacle['standing'] {
    const entry = last.index;
    const watched = this.#watched.get(event.id);
    if (event.kind === 'agent-validation')
      return watched === undefined
        ? { kind: 'watching', entry }
        : watched.passed
          ? { kind: 'fired', entry: watched.entry.index }
          : { kind: 'impossible', entry: watched.entry.index, because: 'the agent did not do as it asks' };
    if (event.every !== undefined && 'verdict' in last && last.verdict === 'waiting') {
      const next = after(last.due, (event.every * this.#plan.tick) as SimSpan);
      return { kind: 'not-held', entry, checked: last.due, next };
    }
    const because = releasesWith(event, last) ? undefined : whyNoRelease(last);
    return because === undefined ? { kind: 'fired', entry } : { kind: 'impossible', entry, because };
  }

  /** The entry by which `id` let its successors go. */
  #release(id: EventId): EntryHead | undefined {
    const watched = this.#watched.get(id);
    if (watched?.passed === true) return watched.entry;
    const event = this.#events.get(id);
    const last = this.#last.get(id);
    return event !== undefined && last !== undefined && releasesWith(event, last) ? last : undefined;
  }

  /** What `id` waits for itself and has not got. */
  unmet(id: EventId): readonly EventId[] {
    const timing = this.#events.get(id)?.timing;
    return timing === undefined
      ? []
      : predecessors(timing).filter((before) => this.#release(before) === undefined);
  }

  /** All that `id` waits for in the end. Walks without recursion: chains are long. */
  #obstacles(id: EventId): readonly Obstacle[] {
    const found: Obstacle[] = [];
    const seen = new Set<EventId>([id]);
    const open = [...this.unmet(id)];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      const own = this.ownStanding(next);
      if (own === undefined) for (const before of this.unmet(next)) open.push(before);
      else found.push({ event: next, standing: blocking(own) });
    }
    return found.sort((one, other) => (one.event < other.event ? -1 : 1));
  }
}

/** A stop has happened, but nobody who waits for it will ever go on. */
const blocking = (standing: Obstacle['standing']): Obstacle['standing'] =>
  standing.kind === 'fired'
    ? { kind: 'impossible', entry: standing.entry, because: 'nothing comes after the end of the run' }
    : standing;

function whyNoRelease(entry: EntryHead): string | undefined {
  const { outcome } = entry;
  if (outcome.status === 'skipped') return outcome.reason;
  if (outcome.status === 'failed') return `it failed: ${outcome.error.type}: ${outcome.error.message}`;
  if (entry.kind === 'condition' && entry.verdict === 'timed-out')
    return 'its time was over and it did not hold';
  if (entry.kind === 'validation' && entry.verdict === 'failed')
    return entry.tripped.length > 0
      ? `it stepped on ${quotedList(entry.tripped)}`
      : `its time was over and it had not reached ${quotedList(entry.open)}`;
  return undefined;
}
