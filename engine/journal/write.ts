import type { KeyOrder } from './key-order.ts';
import type { Draft } from './node.ts';
import { spliceList } from './splice.ts';

/** A write as it must be known to be taken back, and the write before it: the latest leads to all of them. */
export type Write =
  | {
      readonly op: 'replace';
      readonly original: Draft;
      readonly key: string | number;
      readonly before: unknown;
      readonly earlier: Write | undefined;
    }
  | {
      readonly op: 'add';
      readonly original: Draft;
      readonly key: string | number;
      readonly earlier: Write | undefined;
    }
  | {
      readonly op: 'delete';
      readonly original: Draft;
      readonly key: string;
      readonly before: unknown;
      readonly rank: number;
      readonly earlier: Write | undefined;
    }
  | {
      readonly op: 'splice';
      readonly list: unknown[];
      readonly at: number;
      readonly inserted: number;
      readonly removed: readonly unknown[];
      readonly earlier: Write | undefined;
    };

/** Takes `write` back, the latest that has not been. */
export function takeBack(write: Write, order: KeyOrder): void {
  switch (write.op) {
    case 'replace':
      write.original[write.key] = write.before;
      return;
    case 'add':
      Reflect.deleteProperty(write.original, write.key);
      return;
    case 'delete':
      order.restore(write.original, write.key, write.before, write.rank);
      return;
    case 'splice':
      spliceList(write.list, write.at, write.inserted, write.removed);
  }
}
