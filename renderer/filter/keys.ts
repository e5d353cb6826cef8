import { type EventKind, type Note, getOwn } from '../../engine/model/index.ts';
import type { LogRow } from '../../preload/contract.ts';
import type { Keys } from './complete.ts';

/** Something that a row says of itself and a filter may ask for. */
export interface RowKey {
  readonly words: string;
  /** What a row answers; none of it where there is nothing to say. */
  readonly of: (row: LogRow) => readonly (string | undefined)[];
  /** All answers there are, where they are few. */
  readonly values?: readonly string[];
}

const KINDS = {
  agent: 'agent',
  user: 'user',
  environment: 'world',
  condition: 'condition',
  validation: 'validation',
  'agent-validation': 'agent-validation',
  stop: 'stop',
} as const satisfies Record<EventKind, string>;

const flag = (name: string, holds: boolean): string | undefined => (holds ? name : undefined);

/** The keys that rows answer by themselves. */
export const ROW_KEYS: Readonly<Record<string, RowKey>> = {
  app: { words: 'the app that was called', of: ({ app }) => [app] },
  tool: { words: 'the tool that was called', of: ({ tool }) => [tool] },
  actor: {
    words: 'who acted',
    of: ({ kind, tool }) => [tool === undefined ? undefined : KINDS[kind]],
    values: ['agent', 'user', 'world'],
  },
  kind: { words: 'the kind of event', of: ({ kind }) => [KINDS[kind]], values: Object.values(KINDS) },
  status: {
    words: 'what came of it',
    of: ({ status, verdict }) => [status, verdict],
    values: ['done', 'failed', 'skipped', 'waiting', 'held', 'passed', 'timed-out', 'broken'],
  },
  event: { words: 'the event’s name', of: ({ event }) => [event] },
  is: {
    words: 'what else is so',
    of: ({ changed, oracle }) => [flag('changed', changed), flag('oracle', oracle)],
    values: ['changed', 'oracle'],
  },
};

/** Every key as it is written, with what it is about. */
export const KEY_WORDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(ROW_KEYS).map(([key, { words }]) => [`${key}:`, words])),
  'note:': 'words or a tag of a note on it',
  't>': 'after this time: 10:00, +5m',
  't<': 'before this time: 10:00, +5m',
  'arg.': 'an argument: arg.to~"bob"',
};

/** What may be asked of `rows` and the `notes` on them. */
export const keysOfRows = (rows: readonly LogRow[], notes: readonly Note[]): Keys => ({
  words: KEY_WORDS,
  valuesOf: (key) => {
    if (key === 'note') return sortedOnce(notes.flatMap(({ tags }) => tags));
    const known = getOwn(ROW_KEYS, key);
    return known?.values ?? (known && sortedOnce(valuesIn(rows, known)));
  },
});

function* valuesIn(rows: readonly LogRow[], { of }: RowKey): Generator<string> {
  for (const row of rows) for (const said of of(row)) if (said !== undefined) yield said;
}

const sortedOnce = (values: Iterable<string>): readonly string[] => [...new Set(values)].sort();
