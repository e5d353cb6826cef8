import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RunId } from '../../engine/model/index.ts';
import type { Probe, ProbeStretch, ProbeValue } from '../../preload/contract.ts';
import { ask } from './ask.ts';
import type { Bench } from './bench.ts';
import { endAll } from './end-all.ts';
import { hitsBefore } from './hits.ts';

/** So many changes of a probe are kept; what comes after is not asked for. */
export const MOST_CHANGES = 100_000;

/** What a probe came to in the run on show, wherever it came to something else. */
export interface ProbeSeries {
  /** By index, ascending; −1 is before the first entry. It grows in place, as {@link next} tells. */
  readonly entries: readonly number[];
  /** Of each of these entries, grown as they are. */
  readonly values: readonly ProbeValue[];
  /** All entries before this one are looked at; −1 while nothing is. */
  readonly next: number;
  /** Why no more is known. */
  readonly trouble: string | undefined;
}

/** A series that more is added to: what comes in costs what it is long. */
interface GrowingSeries extends ProbeSeries {
  readonly entries: number[];
  readonly values: ProbeValue[];
}

/** A probe as it stands in the form. */
export interface ProbeDraft extends Probe {
  /** The expression of the one that it is to take the place of. */
  readonly replaces: string | undefined;
  /** What is wrong with it. */
  readonly problem: string | undefined;
}

export interface ProbesState {
  readonly list: readonly Probe[];
  /** By expression; of those in the list alone. */
  readonly series: ReadonlyMap<string, GrowingSeries>;
  /** The expression of the one whose changes are gone through. */
  readonly picked: string | undefined;
  readonly draft: ProbeDraft;
}

export type Probes = StoreApi<ProbesState>;

export const NO_DRAFT: ProbeDraft = { name: '', expression: '', replaces: undefined, problem: undefined };
export const NO_SERIES: ProbeSeries = { entries: [], values: [], next: -1, trouble: undefined };

export const probesStore = (): Probes =>
  createStore<ProbesState>(() => ({ list: [], series: new Map(), picked: undefined, draft: NO_DRAFT }));

/** The place of the value at entry `at` among those of a series; −1 where nothing is known there. */
export const nthAt = ({ entries, next }: ProbeSeries, at: number): number =>
  at >= next && next >= 0 && at >= 0 ? -1 : hitsBefore(entries, at + 1) - 1;

/** The probe that is picked, else the first. */
export const pickedOf = ({ list, picked }: Pick<ProbesState, 'list' | 'picked'>): Probe | undefined =>
  list.find(({ expression }) => expression === picked) ?? list[0];

/** Keeps what every probe comes to that of the run on show, until the returned function is called. */
export function followProbes({ lab, probes, log, workspace }: Bench): () => void {
  let shown: RunId | undefined;
  let busy = false;

  /** Of those that are behind the log, the one that is furthest. */
  const behind = (): string | undefined => {
    const { list, series } = probes.getState();
    const { run, count } = log.getState();
    const nexts = list.flatMap(({ expression }) => {
      const { next, entries, trouble } = series.get(expression) ?? NO_SERIES;
      const isOver = run === undefined || trouble !== undefined || entries.length >= MOST_CHANGES;
      return isOver || (next >= 0 && next >= count) ? [] : [{ expression, next }];
    });
    return nexts.sort((one, other) => one.next - other.next)[0]?.expression;
  };

  const known = (expression: string): GrowingSeries | undefined => probes.getState().series.get(expression);
  const keep = (expression: string, now: GrowingSeries): void => {
    probes.setState(({ series }) => ({ series: new Map(series).set(expression, now) }));
  };

  const readOn = async (run: RunId, expression: string): Promise<void> => {
    const before = known(expression) ?? { ...NO_SERIES, entries: [], values: [] };
    keep(expression, before);
    const reply = await ask(lab, 'probes.follow', { run, expression, from: before.next });
    // What was begun anew by now, or is not wanted any more, has no use for it.
    if (known(expression) !== before) return;
    keep(expression, reply.ok ? grown(before, reply.value) : { ...before, trouble: reply.error.message });
  };

  const look = async (): Promise<void> => {
    const { run } = log.getState();
    if (run !== shown) {
      shown = run;
      if (probes.getState().series.size > 0) probes.setState({ series: new Map() });
    }
    if (busy) return;
    busy = true;
    for (let next = behind(); next !== undefined; next = behind()) await readOn(log.getState().run!, next);
    busy = false;
  };

  const stops = [
    log.subscribe(() => void look()),
    probes.subscribe(({ list, series }, before) => {
      if (list !== before.list) probes.setState({ series: ofListed(series, list) });
      else if (series !== before.series) void look();
    }),
    workspace.subscribe(({ view }, before) => {
      if (view?.trusted === before.view?.trusted) return;
      // What could not be asked before may be asked now.
      probes.setState({ series: new Map() });
    }),
  ];
  void ask(lab, 'probes.read', {}).then((reply) => {
    if (reply.ok && reply.value.length > 0) probes.setState({ list: reply.value });
  });
  return endAll(stops);
}

/** Those of probes in `list`. */
function ofListed(
  series: ProbesState['series'],
  list: ProbesState['list'],
): ReadonlyMap<string, GrowingSeries> {
  const listed = new Set(list.map(({ expression }) => expression));
  return new Map([...series].filter(([expression]) => listed.has(expression)));
}

/** A series, to which what came in is added, as far as there is room. */
export function grown(before: GrowingSeries, stretch: ProbeStretch): GrowingSeries {
  const { entries, values } = before;
  const room = MOST_CHANGES - entries.length;
  const more = JSON.parse(stretch.values) as readonly ProbeValue[];
  for (const entry of stretch.entries.subarray(0, room)) entries.push(entry);
  for (const value of more.slice(0, room)) values.push(value);
  return { ...before, next: stretch.entries[room] ?? stretch.next };
}
