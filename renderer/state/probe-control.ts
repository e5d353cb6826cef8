import type { Probe } from '../../preload/contract.ts';
import { probeName } from '../format/probe.ts';
import { ask } from './ask.ts';
import type { Bench } from './bench.ts';
import { hitsBefore } from './hits.ts';
import { notify } from './notices.ts';
import { positionNow, seek } from './playhead.ts';
import { NO_DRAFT, NO_SERIES, pickedOf } from './probes.ts';

/** Sets these in the place of all others, here and in main. */
export async function setProbes(
  { lab, probes, notices }: Pick<Bench, 'lab' | 'probes' | 'notices'>,
  list: readonly Probe[],
): Promise<void> {
  probes.setState({ list });
  const reply = await ask(lab, 'probes.set', { probes: [...list] });
  if (!reply.ok) notify(notices, 'bad', reply.error.message);
}

/** Adds `probe`, in the place of one of the same expression, or of that of `replaces`; and picks it. */
export async function addProbe(
  bench: Pick<Bench, 'lab' | 'probes' | 'notices'>,
  probe: Probe,
  replaces = probe.expression,
): Promise<void> {
  const { list } = bench.probes.getState();
  const place = list.findIndex(({ expression }) => expression === replaces);
  const others = list.filter(({ expression }) => expression !== replaces && expression !== probe.expression);
  bench.probes.setState({ picked: probe.expression });
  await setProbes(bench, others.toSpliced(place < 0 ? others.length : place, 0, probe));
}

/** Adds what stands in the form, unless it is no expression: then the form says why. */
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
  await addProbe(bench, { name: draft.name.trim(), expression }, draft.replaces);
}

/** Takes the playhead to the next change of a probe, or to the last before; of the picked one where none is named. */
export function seekProbe(bench: Bench, step: 1 | -1, expression?: string): void {
  const { probes, playhead, log, notices } = bench;
  const probe = pickedOf({
    ...probes.getState(),
    ...(expression === undefined ? {} : { picked: expression }),
  });
  if (probe === undefined) return;
  const { entries } = probes.getState().series.get(probe.expression) ?? NO_SERIES;
  const at = positionNow(bench);
  const nth = step === 1 ? hitsBefore(entries, at + 1) : hitsBefore(entries, at) - 1;
  playhead.setState({ playing: false });
  const to = entries[nth];
  if (to !== undefined) seek(playhead, to, log.getState().rows.length);
  else {
    const where = `${step === 1 ? 'after' : 'before'} ${at < 0 ? 'the first entry' : `#${at}`}`;
    notify(notices, 'bad', `${probeName(probe)} does not change ${where}.`);
  }
}

/** Takes a probe away; it can be had back. */
export async function removeProbe(bench: Bench, probe: Probe): Promise<void> {
  const { probes, notices } = bench;
  const { list } = probes.getState();
  await setProbes(
    bench,
    list.filter((one) => one !== probe),
  );
  notify(notices, 'good', `Removed the probe ${probeName(probe)}.`, {
    label: 'Undo',
    run: () => void setProbes(bench, list),
  });
}

/** Shows the probes with `probe` in the form, to be changed; or the empty form. */
export function editProbe({ probes, panels }: Pick<Bench, 'probes' | 'panels'>, probe?: Probe): void {
  const draft = probe === undefined ? NO_DRAFT : { ...NO_DRAFT, ...probe, replaces: probe.expression };
  probes.setState({ draft });
  panels.setState({ dock: 'probes' });
}
