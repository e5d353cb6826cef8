import { enablePatches, produceWithPatches, setAutoFreeze } from 'immer';
import { create } from 'mutative';
import { Recorder } from '../../engine/state/journal.ts';
import { appName } from '../../engine/model/values/ids.ts';
import { timed, type Contender, type Sample } from './sample.ts';

/** Microseconds of one kind of write to a large state: bare, through the journal, and through libraries that record writes. */
export interface JournalReport {
  readonly operation: string;
  readonly records: number;
  readonly times: Readonly<Record<'bare' | 'journal' | 'immer' | 'mutative', Sample>>;
}

interface Letter {
  readonly id: string;
  readonly subject: string;
  read: number;
}

interface Mailbox {
  readonly list: Letter[];
  readonly byId: Record<string, Letter>;
}

type Write = (box: Mailbox, at: number) => void;

const letter = (at: number): Letter => ({ id: `letter-${at}`, subject: `about ${at}`, read: 0 });

function mailbox(records: number): Mailbox {
  const list = Array.from({ length: records }, (_, at) => letter(at));
  return { list, byId: Object.fromEntries(list.map((one) => [one.id, { ...one }])) };
}

const operations: readonly { readonly operation: string; readonly write: Write }[] = [
  {
    operation: 'set a field',
    write: ({ list }, at) => {
      list[(at * 7919) % list.length]!.read = at + 1;
    },
  },
  {
    operation: 'insert at the front',
    write: ({ list }, at) => {
      list.unshift(letter(at));
    },
  },
  {
    operation: 'delete by key',
    write: ({ byId }, at) => {
      Reflect.deleteProperty(byId, `letter-${at}`);
    },
  },
];

enablePatches();
setAutoFreeze(false); // Freezing would walk through the whole state, which is not measured here.

/** Times each kind of write to a mailbox of `records` letters, `writes` at a time. */
export const measureJournal = (records: number, writes: number): readonly JournalReport[] =>
  operations.map(({ operation, write }) => ({
    operation,
    records,
    times: timed(contenders(write, records, writes), { rounds: 5, least: 1, warm: true }),
  }));

type Names = 'bare' | 'journal' | 'immer' | 'mutative';

/**
 * Each contender writes to a new mailbox in every turn. Before that it writes to another mailbox, so that compiling is not
 * timed. Contenders that copy lists write less often to long ones.
 */
function contenders(write: Write, records: number, writes: number): Readonly<Record<Names, Contender>> {
  const fewer = Math.min(writes, 200, Math.max(10, Math.round((writes * 100) / records)));
  const many = (start: () => (at: number) => void, counts: number): Contender => {
    let step: (at: number) => void;
    return {
      before: () => {
        const other = start();
        for (let at = 0; at < counts; at++) other(at);
        step = start();
      },
      work: () => {
        for (let at = 0; at < counts; at++) step(at);
      },
      counts,
    };
  };
  return {
    bare: many(() => {
      const box = mailbox(records);
      return (at) => {
        write(box, at);
      };
    }, writes),
    journal: many(() => {
      const recorder = new Recorder<Mailbox>(appName('mail'), mailbox(records));
      return (at) => {
        write(recorder.draft, at);
        recorder.takeChanges();
      };
    }, writes),
    immer: many(() => {
      let box = mailbox(records);
      return (at) => {
        [box] = produceWithPatches(box, (draft) => {
          write(draft, at);
        });
      };
    }, fewer),
    mutative: many(() => {
      let box = mailbox(records);
      return (at) => {
        [box] = create(
          box,
          (draft) => {
            write(draft, at);
          },
          { enablePatches: true },
        );
      };
    }, fewer),
  };
}
