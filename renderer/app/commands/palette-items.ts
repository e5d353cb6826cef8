import type { RunId, RunSummary } from '../../../engine/model/index.ts';
import { LIMITS } from '../../../preload/limits.ts';
import type { AppStores } from '../../stores/app-stores.ts';
import { importTrace } from '../../stores/import-export.ts';
import { openScenario } from '../../stores/documents.ts';
import { restorePosition, seek } from '../../stores/selection.ts';
import { openRun, showRun } from '../../stores/run-opening.ts';
import { type RunStores } from '../../stores/runs.ts';
import { ask } from '../../stores/sync.ts';
import { addRun } from '../../stores/workspace.ts';
import { chordText, COMMAND_NAMES, commandOf, keysOf, menuOf } from '../../ui/commands.ts';
import { formatClock } from '../../ui/format/clock.ts';
import { entryTitle, runFacts } from '../../ui/format/words.ts';
import { searchWords } from '../../ui/json/find.ts';
import { badgeOf } from '../../ui/state-badge.tsx';

type PaletteStores = RunStores & Pick<AppStores, 'commands'>;

const WORD_START = /[\s._\-/:#]/;

/**
 * Score of `text` for the typed characters, which must occur in order: higher when they are consecutive, start words or end with
 * one; `undefined` without a match. Ignores case.
 */
export function matchScore(typed: string, text: string): number | undefined {
  const wanted = typed.toLowerCase().replace(/\s+/g, '');
  const lower = text.toLowerCase();
  let score = 0;
  let from = 0;
  let before = -2;
  for (const character of wanted) {
    const at = bestAt(lower, character, from, before);
    if (at < 0) return undefined;
    const begins = at > 0 && WORD_START.test(lower[at - 1]!);
    score += at === before + 1 ? 3 : at === 0 ? 3 : begins ? 2 : 0;
    before = at;
    from = at + 1;
  }
  const isWhole = before === lower.length - 1 || WORD_START.test(lower[before + 1]!);
  // Prefer the shorter of two equal matches.
  return score + Number(isWhole) - lower.length / 200;
}

/** The best match of `character`: right after the previous one, else at the next start of a word, else the next one. */
function bestAt(text: string, character: string, from: number, before: number): number {
  const next = text.indexOf(character, from);
  if (next === before + 1 || next < 0) return next;
  for (let at = next; at >= 0; at = text.indexOf(character, at + 1))
    if (at === 0 || WORD_START.test(text[at - 1]!)) return at;
  return next;
}

/** The share of the best score that a match needs: one of scattered letters is noise beside one of whole words. */
const LEAST_SHARE = 2 / 3;

/** The matching items, best first, equal ones by weight; all in their own order while nothing is typed. */
export function ranked<Item>(
  typed: string,
  items: readonly Item[],
  textOf: (item: Item) => string,
  weightOf: (item: Item) => number = () => 0,
): readonly Item[] {
  if (typed.trim() === '') return items;
  const matches = items.flatMap((item) => {
    const score = matchScore(typed, textOf(item));
    return score === undefined ? [] : [{ item, score }];
  });
  const best = matches.reduce((most, { score }) => Math.max(most, score), 0);
  return matches
    .filter(({ score }) => Math.ceil(score) >= best * LEAST_SHARE)
    .sort(
      (one, other) =>
        Math.ceil(other.score) - Math.ceil(one.score) ||
        weightOf(other.item) - weightOf(one.item) ||
        other.score - one.score,
    )
    .map(({ item }) => item);
}

/** An item of the palette. */
export interface Item {
  readonly id: string;
  readonly title: string;
  /** A description. */
  readonly hint: string;
  readonly keys: string | undefined;
  /** Start of a run, in milliseconds since the Unix epoch. */
  readonly startedAt?: number;
  readonly run: () => void;
}

/** The enabled commands; those of the editor last, while it is shown. */
export const commandItems = (
  stores: Pick<AppStores, 'commands' | 'panels' | 'preferences'>,
): readonly Item[] => [...windowItems(stores), ...editorItems(stores)];

function editorItems({ panels }: Pick<AppStores, 'panels'>): readonly Item[] {
  const { centre, editorCommands } = panels.getState();
  if (centre !== 'code') return [];
  return editorCommands.map(({ id, title, run }) => ({ id, title, hint: 'Editor', keys: undefined, run }));
}

const windowItems = ({
  commands,
  preferences,
}: Pick<AppStores, 'commands' | 'preferences'>): readonly Item[] =>
  COMMAND_NAMES.filter((name) => commands.can(name)).map((name) => ({
    id: name,
    title: commandOf(name).title,
    hint: menuOf(name),
    keys: keysOf(name, preferences.getState().keys).map(chordText)[0],
    run: () => {
      commands.run(name);
    },
  }));

/** The scenarios, traces and runs of the workspace. */
export function workspaceItems(stores: PaletteStores): readonly Item[] {
  const { view } = stores.workspace.getState();
  if (view === undefined) return [];
  const item = (id: string, title: string, hint: string, run: () => void): Item => ({
    id,
    title,
    hint,
    run,
    keys: undefined,
  });
  return [
    ...view.scenarios.map(({ path, shared }) =>
      item(
        path,
        path.replace(/^scenarios\//, ''),
        shared === true ? 'Shared code' : 'Scenario',
        () =>
          void openScenario(stores, path).then(() => {
            stores.commands.run('panel.code');
          }),
      ),
    ),
    ...view.runs.map((run) => runItem(stores, run)),
    ...[...view.traces, ...view.trajectories].map(({ path }) =>
      item(path, path.replace(/^[a-z]+\//, ''), 'Import', () => void importTrace(stores, path)),
    ),
  ];
}

const runItem = (stores: PaletteStores, run: RunSummary): Item => ({
  id: run.id,
  title: `${run.id} ${run.scenario}`,
  hint: [badgeOf(run).words, ...runFacts(run)].join(' · '),
  keys: undefined,
  startedAt: run.startedAt,
  run: () => {
    addRun(stores.workspace, run);
    void showRun(stores, run);
  },
});

/** The target of a link such as `orrery://r9#42`, or of `r9#42` or `r9`; none if `typed` is something else. */
export function linkItems(stores: PaletteStores, typed: string): readonly Item[] {
  const [, run, entry] = /^(?:orrery:\/\/)?(r\d+)(?:#(\d+))?$/.exec(typed.trim()) ?? [];
  if (run === undefined) return [];
  const title = entry === undefined ? `Open ${run}` : `Open ${run} at #${entry}`;
  const open = async (): Promise<void> => {
    const isShown = await openRun(stores, run as RunId);
    if (isShown && entry !== undefined) restorePosition(stores.selection, Number(entry));
  };
  const id = entry === undefined ? run : typed;
  return [{ id, title, hint: 'Run', keys: undefined, run: () => void open() }];
}

/** Runs from main whose names contain all typed words, beyond those listed in the workspace. */
export async function namedRuns(stores: PaletteStores, typed: string): Promise<readonly Item[]> {
  const words = typed
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, LIMITS.namedWords);
  if (words.length === 0) return [];
  const reply = await ask(stores.bridge, 'library.named', { words });
  return reply.ok ? reply.value.map((run) => runItem(stores, run)) : [];
}

const SLICE = 8; // milliseconds; a million entries take more than a second

/**
 * The first entries of the shown log with all typed words in their number, title or summary. Yields what was found so far after
 * each slice, so that the page stays responsive.
 */
export async function* entryItems(
  { log, selection }: Pick<AppStores, 'log' | 'selection'>,
  typed: string,
  most: number,
): AsyncGenerator<readonly Item[]> {
  const wanted = searchWords(typed);
  let items: readonly Item[] = [];
  const { rows } = log.getState();
  let began = performance.now();
  for (const row of wanted.length === 0 ? [] : rows) {
    if (items.length === most) break;
    if (performance.now() - began > SLICE) {
      yield items;
      await new Promise((rested) => setTimeout(rested));
      began = performance.now();
    }
    const title = `#${row.index} ${entryTitle(row)}`;
    const text = `${title} ${row.event} ${row.summary}`.toLowerCase();
    if (!wanted.every((word) => text.includes(word))) continue;
    const item = {
      id: `entry ${row.index}`,
      title,
      hint: `${formatClock(row.time)}  ${row.summary}`,
      keys: undefined,
      run: () => {
        seek(selection, row.index, rows.length);
      },
    };
    items = [...items, item];
  }
  yield items;
}
