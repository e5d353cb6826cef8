import type { RunSummary } from '../../engine/model/index.ts';
import { badgeOf } from '../elements/state-badge.tsx';
import { formatClock } from '../format/clock.ts';
import { titleOf } from '../format/words.ts';
import { chordInWords, keysOf } from '../shortcuts/chords.ts';
import { COMMAND_NAMES, commandOf, menuOf } from '../shortcuts/registry.ts';
import { ask } from '../state/ask.ts';
import type { Bench } from '../state/bench.ts';
import { seek } from '../state/playhead.ts';
import { showRun } from '../state/run-control.ts';
import { importTrace } from '../state/trace-control.ts';
import { openScenario } from '../state/scenario-control.ts';
import { meetRun } from '../state/workspace-store.ts';

/** Of what was typed, main looks for so many words; more find nothing that fewer do not. */
const MOST_WORDS = 20;

/** A line of the palette. */
export interface Item {
  readonly id: string;
  readonly title: string;
  /** What it is, or more about it. */
  readonly hint: string;
  readonly keys: string | undefined;
  readonly run: () => void;
}

/** The commands that can be given now. */
export const commandItems = ({ commands, preferences }: Bench): readonly Item[] =>
  COMMAND_NAMES.filter((name) => commands.can(name)).map((name) => ({
    id: name,
    title: commandOf(name).title,
    hint: menuOf(name),
    keys: keysOf(name, preferences.getState().keys).map(chordInWords)[0],
    run: () => {
      commands.run(name);
    },
  }));

/** The scenarios, traces and runs of the workspace. */
export function placeItems(bench: Bench): readonly Item[] {
  const { view } = bench.workspace.getState();
  if (view === undefined) return [];
  const item = (id: string, title: string, hint: string, run: () => void): Item => ({
    ...{ id, title, hint, run },
    keys: undefined,
  });
  return [
    ...view.scenarios.map(({ path, shared }) =>
      item(
        path,
        path.replace(/^scenarios\//, ''),
        shared === true ? 'Shared code' : 'Scenario',
        () =>
          void openScenario(bench, path).then(() => {
            bench.commands.run('panel.code');
          }),
      ),
    ),
    ...view.runs.map((run) => runItem(bench, run)),
    ...view.traces.map(({ path }) =>
      item(path, path.replace(/^traces\//, ''), 'Trace: import', () => void importTrace(bench, path)),
    ),
  ];
}

const runItem = (bench: Bench, run: RunSummary): Item => ({
  id: run.id,
  title: `${run.id} ${run.scenario}`,
  hint: badgeOf(run).words,
  keys: undefined,
  run: () => {
    meetRun(bench.workspace, run);
    void showRun(bench, run);
  },
});

/** The runs beyond those in the workspace's lists that have all that was typed; main knows them. */
export async function namedRuns(bench: Bench, typed: string): Promise<readonly Item[]> {
  const words = typed
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS);
  if (words.length === 0) return [];
  const reply = await ask(bench.lab, 'library.named', { words });
  return reply.ok ? reply.value.map((run) => runItem(bench, run)) : [];
}

/** The entries of the log on show that have all that was typed in their number, title or gist; the first few. */
export function entryItems({ log, playhead }: Bench, typed: string, most: number): readonly Item[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [];
  const items: Item[] = [];
  const { rows } = log.getState();
  for (const row of rows) {
    if (items.length === most) break;
    const title = `#${row.index} ${titleOf(row)}`;
    const text = `${title} ${row.event} ${row.gist}`.toLowerCase();
    if (!wanted.every((word) => text.includes(word))) continue;
    items.push({
      id: `entry ${row.index}`,
      title,
      hint: `${formatClock(row.time)}  ${row.gist}`,
      keys: undefined,
      run: () => {
        seek(playhead, row.index, rows.length);
      },
    });
  }
  return items;
}
