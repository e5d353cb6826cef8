import type { JSX } from 'react';
import clsx from 'clsx';
import {
  type Failure,
  type Json,
  type JsonObject,
  type NestedCall,
  type Outcome,
  parseReference,
  printPath,
  type RecordedAction,
  failureText,
  statusText,
} from '../../../engine/model/index.ts';
import { fieldAt } from '../../ui/format/values.ts';
import { KIND_WORDS } from '../../ui/format/words.ts';
import { LongText } from '../../ui/text.tsx';
import { JsonTree } from '../../ui/json/json-tree.tsx';
import { PlaceLink } from '../../ui/links.tsx';
import styles from './inspector.module.css';

const MAX_STACK_LINES = 20; // a longer stack, such as Python's in a trace, is shown as plain text
const STACK_FRAME = /^(\s*at .*?)([^\s():]+):(\d{1,9}):(\d{1,9})(\)?)$/;

/** The stack trace of an error, if it has one, without its first line, which has type and message. */
export function ErrorStack({ error }: { readonly error: Failure }): JSX.Element | null {
  const { stack = '' } = error;
  const head = failureText(error);
  const frames = (stack.startsWith(head) ? stack.slice(head.length) : stack).trim();
  return frames === '' ? null : <Stack text={frames} />;
}

/** A stack trace whose lines link to their source locations. */
function Stack({ text }: { readonly text: string }): JSX.Element {
  const lines = text.split('\n');
  if (lines.length > MAX_STACK_LINES || !lines.some((line) => STACK_FRAME.test(line)))
    return (
      <p>
        <LongText className="mono" text={text} limit={1000} />
      </p>
    );
  return (
    <ol className={clsx(styles.stack, 'mono')}>
      {lines.map((line, index) => (
        <li key={index}>
          <Frame line={line} />
        </li>
      ))}
    </ol>
  );
}

function Frame({ line }: { readonly line: string }): JSX.Element {
  const found = STACK_FRAME.exec(line);
  if (found === null) return <LongText text={line} />;
  const [, before, file, row, column, after] = found;
  return (
    <>
      {before}
      <PlaceLink place={{ file: file!, line: Number(row), column: Number(column) }} whole />
      {after}
    </>
  );
}

const MAX_DRAWN_DEPTH = 20; // levels of nested calls that are drawn

const same = (one: Json | undefined, other: Json | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export interface ArgumentsProps {
  readonly action: RecordedAction;
  /** Whether to mark arguments that were resolved to another value for the call. */
  readonly marked?: boolean;
}

/** `value` with a text in place of each reference to the result of another event. */
function readable(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(readable);
  const reference = parseReference(value);
  if (reference !== undefined)
    return [...(reference.path.length === 0 ? [] : [printPath(reference.path)]), 'result', reference.id].join(
      ' of ',
    );
  return Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, Json]) => [key, readable(item)]),
  );
}

/** The arguments as given, and the resolved ones where they differ. */
export function Arguments({ action: { args, resolved }, marked = true }: ArgumentsProps): JSX.Element {
  const differing: JsonObject = Object.fromEntries(
    Object.entries(resolved ?? {}).filter(
      // A default of null tells nothing.
      ([key, value]) => !same(value, fieldAt(args, key)) && (value !== null || Object.hasOwn(args, key)),
    ),
  );
  return (
    <section className={styles.part}>
      <h3>Arguments</h3>
      <JsonTree value={readable(args)} label="Arguments as given" />
      {Object.keys(differing).length === 0 ? null : (
        <>
          <h4>With defaults</h4>
          <JsonTree
            value={resolved ?? {}}
            changed={{
              marks: ([key]) => (marked && Object.hasOwn(differing, String(key)) ? 'changed' : 'no'),
            }}
            label="Arguments with defaults"
          />
        </>
      )}
    </section>
  );
}

/** The result or the error of a call. */
export function Result({ outcome }: { readonly outcome: Outcome }): JSX.Element | null {
  switch (outcome.status) {
    case 'skipped':
    case 'no-result':
      return null;
    case 'done':
      return (
        <section className={styles.part}>
          <h3>Result</h3>
          <JsonTree value={outcome.value} label="Result" />
        </section>
      );
    case 'failed':
      return (
        <section className={clsx(styles.part, styles.error)}>
          <h3>{outcome.error.type}</h3>
          <LongText text={outcome.error.message} limit={1000} />
          <ErrorStack error={outcome.error} />
        </section>
      );
  }
}

/** The calls that a tool made, with their own calls indented. */
export function Calls({
  calls,
  depth = 0,
}: {
  readonly calls: readonly NestedCall[];
  readonly depth?: number;
}): JSX.Element {
  return (
    <ol className={styles.calls}>
      {calls.map(({ actor, action, outcome, calls: inner }, index) => (
        <li key={index}>
          <p className={styles.callHead}>
            <LongText className="mono" text={`${action.app}.${action.tool}`} />
            <span>{`${KIND_WORDS[actor]}, ${action.effect}, ${statusText(outcome.status)}`}</span>
          </p>
          <Arguments action={action} />
          <Result outcome={outcome} />
          {inner.length === 0 || depth >= MAX_DRAWN_DEPTH ? null : <Calls calls={inner} depth={depth + 1} />}
        </li>
      ))}
    </ol>
  );
}
