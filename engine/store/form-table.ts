import type { Json } from '../model/index.ts';
import type { Database } from './database.ts';
import { Form } from './form.ts';
import { FormTree } from './form-tree.ts';
import { jsonIn } from './json-in.ts';
import { Recent } from './recent.ts';
import { DamageError } from './store-error.ts';

export const FORM_SCHEMA = `
  CREATE TABLE form (
    run   INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    nth   INTEGER NOT NULL,
    frame TEXT    NOT NULL,             -- JSON: what entries have in common; null where each has something of its own
    PRIMARY KEY (run, nth)
  ) STRICT, WITHOUT ROWID`;

/** No run has more: of what differs in every entry nothing is gained. */
const MOST_FORMS = 500;

/** Of so many runs the forms stay at hand. */
const RUNS_AT_HAND = 8;

/** What entries have in common, each once for a run. Runs go by their numbers. */
export interface FormTable {
  /** Those of `run`, to which new ones are added. */
  tree(run: number): FormTree;
  /** @throws {DamageError} when there is none, or it is not what was written. */
  read(run: number, nth: number): Form;
  /** Trusts nothing that was read or written: it may never have been. */
  forget(): void;
}

/** Of one run. */
interface Forms {
  readonly size: number;
  readonly tree: FormTree;
  readonly read: Map<number, Form>;
}

/** Prepares its statements once. The caller owns `db` and closes it. */
export function formTable(db: Database): FormTable {
  const insert = db.prepare<[number, number, string]>('INSERT INTO form VALUES (?, ?, ?)');
  const select = db
    .prepare<[number, number], string>('SELECT frame FROM form WHERE run = ? AND nth = ?')
    .pluck();
  const all = db
    .prepare<[number, number], string>('SELECT frame FROM form WHERE run = ? ORDER BY nth LIMIT ?')
    .pluck();
  const recent = new Recent<Forms>(RUNS_AT_HAND);

  const treeOf = (run: number): FormTree => {
    const places = new Map(all.all(run, MOST_FORMS).map((frame, nth) => [frame, nth]));
    return new FormTree((frame) => {
      const nth = places.get(frame);
      if (nth !== undefined || places.size === MOST_FORMS) return nth;
      insert.run(run, places.size, frame);
      places.set(frame, places.size);
      return places.size - 1;
    });
  };

  const formsOf = (run: number): Forms =>
    recent.get(String(run), () => ({ size: 1, tree: treeOf(run), read: new Map<number, Form>() }));

  return {
    tree: (run) => formsOf(run).tree,
    read: (run, nth) => {
      const { read } = formsOf(run);
      const known = read.get(nth) ?? formIn(select.get(run, nth));
      read.set(nth, known);
      return known;
    },
    forget: () => {
      recent.clear();
    },
  };
}

function formIn(frame: string | undefined): Form {
  if (frame === undefined) throw new DamageError('an entry has a form that is not there');
  return new Form(jsonIn(frame) as Json);
}
