import type { Probe } from '../../preload/contract.ts';
import { probeName } from '../format/probe.ts';
import { ask } from './ask.ts';
import type { Bench } from './bench.ts';
import { hitsBefore } from './hits.ts';
import { notify } from './notices.ts';
import { positionNow, seek } from './playhead.ts';
import { NO_DRAFT, NO_SERIES, pickedOf, type ProbeSeries } from './probes.ts';
import { setList } from './set-list.ts';

type Kept = Pick<Bench, 'lab' | 'probes' | 'notices'>;

const setProbes = ({ lab, probes, notices }: Kept, list: readonly Probe[]): Promise<boolean> =>
  setList(probes, list, (all) => ask(lab, 'probes.set', { probes: all }), notices);

/**
 * Adds `probe`, in the place of one of the same expression, or of that of `replaces`; and picks it. Without a new name
 * one that is there stays as it is. Answers whether it is there now.
 */
export async function addProbe(bench: Kept, probe: Probe, replaces?: string): Promise<boolean> {
  const { probes } = bench;
  const { list } = probes.getState();
  const known = list.findIndex(({ expression }) => expression === (replaces ?? probe.expression));
  const others = list.filter(({ expression }) => expression !== replaces && expression !== probe.expression);
  probes.setState({ picked: probe.expression });
  if (replaces === undefined && known >= 0 && probe.name === '') return true;
  return setProbes(bench, others.toSpliced(known < 0 ? others.length : known, 0, probe));
}

/** Adds what stands in the form, unless it is no expression: then the form says why. It comes back where it is refused. */
export async function keepDraft(bench: Bench): Promise<void> {
  const { lab, probes, panels } = bench;
  const { draft } = probes.getState();
  const { run } = panels.getState();
  const expression = draft.expression.trim();
  if (expression === '') return;
  if (run !== undefined) {
    const reply = await ask(lab, 'probes.follow', { run, expression, from: -1 });
    if (probes.getState().draft !== draft) return;
    if (!reply.ok && reply.error.code === 'bad-expression') {
      probes.setState({ draft: { ...draft, problem: reply.error.message } });
      return;
    }
  }
  probes.setState({ draft: NO_DRAFT });
  if (await addProbe(bench, { name: draft.name.trim(), expression }, draft.replaces)) return;
  if (probes.getState().draft === NO_DRAFT) probes.setState({ draft });
}

/** Takes the playhead to the next change of a probe, or to the last before; of the picked one where none is named. */
export function seekProbe(bench: Bench, step: 1 | -1, expression?: string): void {
  const { probes, playhead, log, notices } = bench;
  const probe = pickedOf({
    ...probes.getState(),
    ...(expression === undefined ? {} : { picked: expression }),
  });
  if (probe === undefined) return;
  const series = probes.getState().series.get(probe.expression) ?? NO_SERIES;
  const count = log.getState().rows.length;
  const at = positionNow(bench);
  const nth = step === 1 ? hitsBefore(series.entries, at + 1) : hitsBefore(series.entries, at) - 1;
  const to = series.entries[nth];
  if (to === undefined) {
    notify(notices, 'bad', `${probeName(probe)} ${whyNot(series, step, at, count)}.`);
    return;
  }
  playhead.setState({ playing: false });
  seek(playhead, to, count);
}

/** Why a probe leads nowhere from entry `at`, in a run of `count` entries. */
function whyNot({ next }: ProbeSeries, step: 1 | -1, at: number, count: number): string {
  if (next < 0) return 'is not looked at';
  if (step === 1 && next < count) return `is looked at up to ${entryWords(next - 1)}`;
  return `does not change ${step === 1 ? 'after' : 'before'} ${entryWords(at)}`;
}

const entryWords = (at: number): string => (at < 0 ? 'the first entry' : `#${at}`);

/** Asks again what a probe comes to that there was trouble with. */
export function retryProbe({ probes }: Pick<Bench, 'probes'>, { expression }: Probe): void {
  probes.setState(({ series }) => ({
    series: new Map([...series].filter(([other]) => other !== expression)),
  }));
}

/** Takes a probe away; it can be had back, in its place. */
export async function removeProbe(bench: Kept, probe: Probe): Promise<void> {
  const { probes, notices } = bench;
  const { list } = probes.getState();
  const place = list.indexOf(probe);
  if (place < 0) return;
  if (!(await setProbes(bench, list.toSpliced(place, 1)))) return;
  notify(notices, 'good', `Removed the probe ${probeName(probe)}.`, {
    label: 'Undo',
    run: () => {
      const now = probes.getState().list;
      if (now.every(({ expression }) => expression !== probe.expression))
        void setProbes(bench, now.toSpliced(place, 0, probe));
    },
  });
}

/** Shows the probes with `probe` in the form, to be changed. */
export function editProbe({ probes, panels }: Pick<Bench, 'probes' | 'panels'>, probe: Probe): void {
  probes.setState({ draft: { ...NO_DRAFT, ...probe, replaces: probe.expression } });
  panels.setState({ dock: 'probes' });
}
