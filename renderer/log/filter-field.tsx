import { useRef, type JSX, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { completionsOf } from '../filter/complete.ts';
import { keysOfRows } from '../filter/keys.ts';
import { QueryField } from '../filter/query-field.tsx';
import { seekHit } from '../state/hits.ts';
import { useBench } from '../state/use-bench.ts';

/** What is looked for in the log, with completions; Enter goes from hit to hit. */
export function FilterField({ aside }: { readonly aside: ReactNode }): JSX.Element {
  const bench = useBench();
  const { text, mistake } = useStore(bench.hits);
  const field = useRef<HTMLInputElement>(null);

  return (
    <QueryField
      label="Find in the log"
      placeholder="Find: words, app:mail, status:failed …"
      title="Words, or key:value. Keys: app tool actor kind status event is note t arg.NAME. Enter: next hit (/)"
      keys="/"
      eager
      {...{ field, text, mistake, aside }}
      offers={(typed, caret) =>
        completionsOf(typed, caret, keysOfRows(bench.log.getState().rows, bench.notes.getState().notes))
      }
      onText={(typed) => {
        bench.hits.setState({ text: typed });
      }}
      onEnter={(back) => {
        seekHit(bench, back ? -1 : 1);
      }}
    />
  );
}
