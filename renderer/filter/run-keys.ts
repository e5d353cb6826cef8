import { getOwn, RUN_WORDS, type RunLine } from '../../engine/model/index.ts';
import type { Keys } from './complete.ts';

type WordKey = keyof typeof RUN_WORDS;

const WORDS = {
  'id:': 'the run, such as r12',
  'scenario:': 'the scenario’s name',
  'file:': 'where the scenario stands',
  'tag:': 'a tag of the scenario or of the run',
  'verdict:': 'what it came to',
  'state:': 'where it is in its life',
  'mode:': 'who did the agent’s part',
  'is:': 'what else is so',
  'seed:': 'its seed: seed:7, seed>100',
  'events:': 'how many entries: events>1000',
  'note:': 'words of a note on it',
} as const satisfies Record<`${WordKey | 'seed' | 'events' | 'note'}:`, string>;

/** What each says of a run, where any word may stand. */
const SAID: Readonly<Record<string, (line: RunLine) => readonly string[]>> = {
  id: ({ id }) => [id],
  scenario: ({ scenario }) => [scenario],
  file: ({ source }) => [source],
  tag: ({ tags, scenarioTags = [] }) => [...scenarioTags, ...tags],
  seed: ({ seed }) => [String(seed)],
};

/** What may be asked of runs; the words are those that `lines` have. */
export const keysOfRuns = (lines: readonly RunLine[]): Keys => ({
  words: WORDS,
  valuesOf: (key) => {
    const few = Object.hasOwn(RUN_WORDS, key) ? RUN_WORDS[key as WordKey] : undefined;
    const said = getOwn(SAID, key);
    return few ?? (said && [...new Set(lines.flatMap(said))].sort());
  },
});
