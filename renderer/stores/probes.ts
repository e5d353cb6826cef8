import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RunId } from '../../engine/model/index.ts';
import type { Bridge, Probe, ProbeStretch, ProbeValue } from '../../preload/contract.ts';
import { showPanel } from './panels.ts';
import { MAX_CHANGES, NO_SERIES, type ProbeSeries } from '../ui/format/probe-series.ts';
import { bisectLeft } from 'd3';
import { probeName } from '../ui/format/words.ts';
import type { AppStores } from './app-stores.ts';
import { notify, persistList } from './notices.ts';
import { positionNow, seek, pausePlayback } from './selection.ts';
import { ask, disposeAll } from './sync.ts';

/** A series that grows in place, so that adding costs only what is added. */
interface GrowingSeries extends ProbeSeries {
  readonly entries: number[];
  readonly values: ProbeValue[];
}

/** A probe as typed in the form. */
export interface ProbeDraft extends Probe {
  /** Expression of the probe being edited. */
  readonly replaces: string | undefined;
  /** The error in the expression. */
  readonly problem: string | undefined;
}

export interface ProbesState {
  readonly list: readonly Probe[];
  /** Series by expression, for the listed probes only. */
  readonly series: ReadonlyMap<string, GrowingSeries>;
  /** Expression of the picked probe, whose changes are listed. */
  readonly selected: string | undefined;
  readonly draft: ProbeDraft;
}

export type ProbesStore = StoreApi<ProbesState>;

export const NO_DRAFT: ProbeDraft = { name: '', expression: '', replaces: undefined, problem: undefined };

export const createProbesStore = (): ProbesStore =>
  createStore<ProbesState>(() => ({ list: [], series: new Map(), selected: undefined, draft: NO_DRAFT }));

/** The picked probe, else the first. */
export const selectedProbe = ({
  list,
  selected,
}: Pick<ProbesState, 'list' | 'selected'>): Probe | undefined =>
  list.find(({ expression }) => expression === selected) ?? list[0];

/** Evaluates every probe over the shown run, until the returned function is called. */
export function syncProbes({
  bridge,
  probes,
  log,
  workspace,
}: Pick<AppStores, 'bridge' | 'log' | 'probes' | 'workspace'>): () => void {
  let shown: RunId | undefined;
  let busy = false;

  /** The expression whose series is furthest behind the log. */
  const behind = (): string | undefined => {
    const { list, series } = probes.getState();
    const { run, count } = log.getState();
    const nexts = list.flatMap(({ expression }) => {
      const { next, entries, problem } = series.get(expression) ?? NO_SERIES;
      const isOver = run === undefined || problem !== undefined || entries.length >= MAX_CHANGES;
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
    const reply = await ask(bridge, 'probes.follow', { run, expression, from: before.next });
    // Drop the reply if the series was restarted or removed meanwhile.
    if (known(expression) !== before) return;
    keep(
      expression,
      reply.ok ? extendSeries(before, reply.value) : { ...before, problem: reply.error.message },
    );
  };

  const update = async (): Promise<void> => {
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
    log.subscribe(() => void update()),
    probes.subscribe(({ list, series }, before) => {
      if (list !== before.list) probes.setState({ series: ofListed(series, list) });
      else if (series !== before.series) void update();
    }),
    workspace.subscribe(({ view }, before) => {
      if (view?.trusted === before.view?.trusted) return;
      // Requests that failed before may succeed now.
      probes.setState({ series: new Map() });
    }),
  ];
  void ask(bridge, 'probes.read', {}).then((reply) => {
    if (reply.ok && reply.value.length > 0) probes.setState({ list: reply.value });
  });
  return disposeAll(stops);
}

/** The series of probes in `list`. */
function ofListed(
  series: ProbesState['series'],
  list: ProbesState['list'],
): ReadonlyMap<string, GrowingSeries> {
  const listed = new Set(list.map(({ expression }) => expression));
  return new Map([...series].filter(([expression]) => listed.has(expression)));
}

/** Adds a reply to a series, up to the limit. */
function extendSeries(before: GrowingSeries, stretch: ProbeStretch): GrowingSeries {
  const { entries, values } = before;
  const room = MAX_CHANGES - entries.length;
  const more = JSON.parse(stretch.values) as readonly ProbeValue[];
  for (const entry of stretch.entries.subarray(0, room)) entries.push(entry);
  for (const value of more.slice(0, room)) values.push(value);
  return { ...before, next: stretch.entries[room] ?? stretch.next };
}

/** Evaluates `expression` over the first `count` entries of `run`; yields the series after each reply. */
export async function* readSeries(
  bridge: Bridge,
  run: RunId,
  expression: string,
  count: number,
): AsyncGenerator<ProbeSeries> {
  let series = { ...NO_SERIES, entries: [] as number[], values: [] as ProbeSeries['values'][number][] };
  for (let isOver = false; !isOver;) {
    const { next } = series;
    const reply = await ask(bridge, 'probes.follow', { run, expression, from: next });
    if (!reply.ok) {
      yield { ...series, problem: reply.error.message };
      return;
    }
    series = extendSeries(series, reply.value);
    yield series;
    isOver = series.next <= next || series.next >= count || series.entries.length >= MAX_CHANGES;
  }
}

type Kept = Pick<AppStores, 'bridge' | 'probes' | 'notices'>;

const setProbes = ({ bridge, probes, notices }: Kept, list: readonly Probe[]): Promise<boolean> =>
  persistList(probes, list, (all) => ask(bridge, 'probes.set', { probes: all }), notices);

/**
 * Adds and picks `probe`. It replaces the probe `replaces`, or one with the same expression; without a new name an existing one
 * stays. Returns whether the probe is in the list.
 */
export async function addProbe(stores: Kept, probe: Probe, replaces?: string): Promise<boolean> {
  const { probes } = stores;
  const { list } = probes.getState();
  const known = list.findIndex(({ expression }) => expression === (replaces ?? probe.expression));
  const others = list.filter(({ expression }) => expression !== replaces && expression !== probe.expression);
  probes.setState({ selected: probe.expression });
  if (replaces === undefined && known >= 0 && probe.name === '') return true;
  return setProbes(stores, others.toSpliced(known < 0 ? others.length : known, 0, probe));
}

/** Adds the probe in the form, which shows the error of an invalid expression. The draft comes back if saving fails. */
export async function saveProbeDraft(
  stores: Pick<AppStores, 'bridge' | 'notices' | 'probes' | 'selection'>,
): Promise<void> {
  const { bridge, probes, selection } = stores;
  const { draft } = probes.getState();
  const { run } = selection.getState();
  const expression = draft.expression.trim();
  if (expression === '') return;
  if (run !== undefined) {
    const reply = await ask(bridge, 'probes.follow', { run, expression, from: -1 });
    if (probes.getState().draft !== draft) return;
    if (!reply.ok && reply.error.code === 'bad-expression') {
      probes.setState({ draft: { ...draft, problem: reply.error.message } });
      return;
    }
  }
  probes.setState({ draft: NO_DRAFT });
  if (await addProbe(stores, { name: draft.name.trim(), expression }, draft.replaces)) return;
  if (probes.getState().draft === NO_DRAFT) probes.setState({ draft });
}

/** Moves the playhead to the next or previous change of a probe, by default the picked one. */
export function seekProbe(
  stores: Pick<AppStores, 'log' | 'notices' | 'probes' | 'selection'>,
  step: 1 | -1,
  expression?: string,
): void {
  const { probes, selection, log, notices } = stores;
  const probe = selectedProbe({
    ...probes.getState(),
    ...(expression === undefined ? {} : { selected: expression }),
  });
  if (probe === undefined) return;
  const series = probes.getState().series.get(probe.expression) ?? NO_SERIES;
  const count = log.getState().rows.length;
  const at = positionNow(stores);
  const nth = step === 1 ? bisectLeft(series.entries, at + 1) : bisectLeft(series.entries, at) - 1;
  const to = series.entries[nth];
  if (to === undefined) {
    notify(notices, 'bad', `${probeName(probe)} ${whyNot(series, step, at, count)}.`);
    return;
  }
  pausePlayback(selection);
  seek(selection, to, count);
}

/** Why a probe has no next change from entry `at`, in a run of `count` entries. */
function whyNot({ next }: ProbeSeries, step: 1 | -1, at: number, count: number): string {
  if (next < 0) return 'is not evaluated yet';
  if (step === 1 && next < count) return `is evaluated only up to ${entryWords(next - 1)} so far`;
  return `does not change ${step === 1 ? 'after' : 'before'} ${entryWords(at)}`;
}

const entryWords = (at: number): string => (at < 0 ? 'the first entry' : `#${at}`);

/** Evaluates a probe again after an error. */
export function retryProbe({ probes }: Pick<AppStores, 'probes'>, { expression }: Probe): void {
  probes.setState(({ series }) => ({
    series: new Map([...series].filter(([other]) => other !== expression)),
  }));
}

/** Removes a probe, and offers to undo it. */
export async function removeProbe(stores: Kept, probe: Probe): Promise<void> {
  const { probes, notices } = stores;
  const { list } = probes.getState();
  const index = list.indexOf(probe);
  if (index < 0) return;
  if (!(await setProbes(stores, list.toSpliced(index, 1)))) return;
  notify(notices, 'good', `Removed the probe ${probeName(probe)}.`, {
    label: 'Undo',
    run: () => {
      const now = probes.getState().list;
      if (now.every(({ expression }) => expression !== probe.expression))
        void setProbes(stores, now.toSpliced(index, 0, probe));
    },
  });
}

/** Opens `probe` for editing in the probes panel. */
export function editProbe({ probes, panels }: Pick<AppStores, 'probes' | 'panels'>, probe: Probe): void {
  probes.setState({ draft: { ...NO_DRAFT, ...probe, replaces: probe.expression } });
  showPanel(panels, 'probes');
}

/** Changes fields of the draft. */
export function changeProbeDraft(probes: ProbesStore, change: Partial<ProbeDraft>): void {
  probes.setState(({ draft }) => ({ draft: { ...draft, problem: undefined, ...change } }));
}

export function discardProbeDraft(probes: ProbesStore): void {
  probes.setState({ draft: NO_DRAFT });
}

/** Picks the probe whose changes are listed. */
export function selectProbe(probes: ProbesStore, { expression }: Probe): void {
  probes.setState({ selected: expression });
}
