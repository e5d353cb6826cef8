import { createHash } from 'node:crypto';
import { writePortable, type NewHash, type Store } from '../../../engine/index.ts';
import type { Turn } from '../../../engine/model/conversation.ts';
import type { SimSpan } from '../../../engine/model/values/time.ts';
import { eventId, type RunId } from '../../../engine/model/values/ids.ts';
import type { NewRun } from '../../../engine/index.ts';
import { exchange } from '../store/exchanges.ts';
import { emptyStore, fill, MORNING, PANTRY, supper, minute } from '../store/pantry.ts';
import { canonicalLine } from '../../../engine/index.ts';

export const sha256: NewHash = () => {
  const hash = createHash('sha256');
  return { add: (text) => void hash.update(text), end: () => hash.digest('hex') };
};

const ENTRIES = [0, 1, 2].map((index) => fill(index));

/** The hash of the log of every {@link keptSupper}. */
export const SUPPER_HASH = createHash('sha256')
  .update(ENTRIES.map((entry) => `${canonicalLine(entry)}\n`).join(''))
  .digest('hex');

const TURNS = new Map<number, Turn>([
  [
    0,
    {
      by: 'agent',
      time: minute(1),
      position: 1,
      act: { kind: 'call', tool: 'pantry__fill', args: { jar: 'plums' } },
      messages: [{ kind: 'user-message', time: MORNING, text: 'Plums?' }],
      question: 'a'.repeat(64),
      answered: 'b'.repeat(64),
      thinking: 2_000_000 as SimSpan,
      thought: 'Plums next.',
      elapsed: 900,
      tokens: { input: 12, output: 3 },
      actTime: minute(1),
      acted: 1,
      entry: 1,
    },
  ],
  [1, { by: 'person', time: minute(2), position: 2, fired: 1, act: { kind: 'mode', mode: 'plain' } }],
]);

/** A store with a run of three entries, with a plan, files, notes and tags. */
export function keptSupper(over: Partial<NewRun> = {}): { readonly store: Store; readonly id: RunId } {
  const store = emptyStore();
  const writer = store.begin(
    supper({
      text: 'export default supper',
      importedFiles: new Map([['scenarios/apps/pantry.ts', 'export const pantry']]),
      plan: {
        start: MORNING,
        duration: undefined,
        tick: minute(1) as never,
        events: ENTRIES.map(({ event }, at) => ({
          id: event,
          kind: 'agent',
          timing:
            at === 0
              ? { kind: 'from-start', delay: 0 as never }
              : { kind: 'after', edges: [{ event: eventId(`fill-${at - 1}`), delay: 0 as never }] },
          place: undefined,
          oracle: true,
        })),
      },
      ...over,
    }),
  );
  writer.append(ENTRIES.slice(0, 2), minute(1), 12);
  const asked = [exchange(2), exchange(3)].map((one) => writer.addExchange(0, one));
  const [first] = TURNS.values();
  writer.append(
    ENTRIES.slice(2),
    minute(2),
    40,
    new Map([...TURNS, [0, { ...first, exchanges: asked } as Turn]]),
  );
  writer.finish({
    state: 'completed',
    now: minute(3),
    verdict: { outcome: 'passed', sentence: 'All 2 checks passed.', checks: [], shortfalls: [] },
    logHash: SUPPER_HASH,
    notes: [{ kind: 'console', text: 'bon appétit' }],
  });
  const about = { run: writer.id, tags: ['jam'], made: 1_795_000_000_001 };
  store.addNote({ ...about, text: 'sweet', range: undefined, value: undefined });
  store.addNote({
    ...about,
    text: 'odd',
    range: { from: 1, to: 2 },
    value: { app: PANTRY, path: ['jars', 0] },
  });
  store.setTags(writer.id, ['kitchen', 'plums']);
  return { store, id: writer.id };
}

/** A run as a portable file. */
export const portableOf = ({ store, id }: { readonly store: Store; readonly id: RunId }): string =>
  [...writePortable(store, store.run(id)!, '9.9.9', sha256)].join('');

export type Fields = Record<string, unknown>;

/** A line of a file: its kind and its fields. */
export type Line = Record<string, Fields>;

/** The file of {@link keptSupper} after `edit` has changed its parsed lines, with a matching hash. */
export function forged(edit: (lines: Line[]) => unknown): string {
  const lines = portableOf(keptSupper())
    .trimEnd()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);
  edit(lines);
  return sealed(lines.map((line) => JSON.stringify(line)));
}

/** A file of `lines` and a last line with their number and hash. */
export function sealed(lines: readonly string[]): string {
  const text = lines.map((line) => `${line}\n`).join('');
  const hash = createHash('sha256').update(text).digest('hex');
  return `${text}${JSON.stringify({ end: { lines: lines.length, sha256: hash } })}\n`;
}
