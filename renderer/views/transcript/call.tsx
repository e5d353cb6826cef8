import { type Change as LineChange, diffLines } from 'diff';
import type { JSX, ReactNode } from 'react';
import clsx from 'clsx';
import {
  isJsonObject,
  isLeftOut,
  type Json,
  jsonLines,
  type JsonObject,
  legible,
  tellingArgument,
  textOrJson,
} from '../../../engine/model/index.ts';
import { JsonTree } from '../../ui/json/json-tree.tsx';
import { CodeLine, Output, useIsFound } from '../../ui/rich-text/rich-text.tsx';
import { languageOfPath } from '../../ui/rich-text/text-kind.ts';
import styles from './transcript.module.css';

const SHORT = 100; // characters, for a value beside its name

const isShort = (value: Json): boolean =>
  typeof value === 'string'
    ? value.length <= SHORT && !value.includes('\n') && !value.startsWith('data:')
    : Array.isArray(value)
      ? value.length <= SHORT && !jsonLines(value).includes('\n')
      : typeof value !== 'object' || value === null;

/** The text of the telling argument, if it fits in a line. */
export function leadOf(args: JsonObject): string | undefined {
  const name = tellingArgument(args);
  const value = name === undefined ? undefined : args[name]!;
  if (value === undefined || !isShort(value)) return undefined;
  return textOrJson(value);
}

const LANGUAGES: Readonly<Record<string, string>> = {
  command: 'bash',
  cmd: 'bash',
  commands: 'bash',
  keystrokes: 'bash',
  script: 'bash',
  code: 'python',
  sql: 'sql',
  patch: 'diff',
  diff: 'diff',
};

/** Names of a text before and after an edit. */
const EDITS = [
  ['old_str', 'new_str'],
  ['old_string', 'new_string'],
  ['old_text', 'new_text'],
  ['oldText', 'newText'],
] as const;

const MAX_EDIT = 20_000; // characters; comparing longer ones takes long

/** An edit as a diff: each line begins with `+`, `-` or a space. */
export function editText(before: string, after: string): string {
  const changes: readonly LineChange[] =
    before.length + after.length > MAX_EDIT
      ? [
          { value: before, removed: true, added: false, count: 0 },
          { value: after, removed: false, added: true, count: 0 },
        ]
      : diffLines(before, after);
  return changes
    .flatMap(({ value, added, removed }) =>
      value
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => `${added ? '+' : removed ? '-' : ' '}${line}`),
    )
    .join('\n');
}

interface FieldsProps {
  readonly value: JsonObject;
  /** The field that is shown elsewhere. */
  readonly without?: string | undefined;
  readonly folded: boolean;
  readonly failed?: boolean;
}

/** The fields of an object: short ones beside each other, long texts as what they are. */
function Fields({ value, without, folded, failed = false }: FieldsProps): JSX.Element | null {
  const names = Object.keys(value).filter((name) => name !== without && !isLeftOut(value[name]!));
  const edit = EDITS.find((pair) => pair.every((name) => typeof value[name] === 'string'));
  const path = ['path', 'file_path', 'filename']
    .map((name) => value[name])
    .find((one) => typeof one === 'string');
  const others = names.filter((name) => edit === undefined || !(edit as readonly string[]).includes(name));
  const short = others.filter((name) => isShort(value[name]!));
  if (names.length === 0) return null;
  const language = (name: string): string | undefined =>
    LANGUAGES[name] ?? (typeof path === 'string' ? languageOfPath(path) : undefined);
  return (
    <div className={styles.fields}>
      {short.length === 0 ? null : (
        <p className={styles.facts}>
          {short.map((name) => (
            <span key={name}>
              <span className={styles.name}>{legible(name)}</span> <CodeLine text={shortText(value[name]!)} />
            </span>
          ))}
        </p>
      )}
      {edit === undefined ? null : (
        <Output
          text={editText(value[edit[0]] as string, value[edit[1]] as string)}
          language="diff"
          folded={folded}
        />
      )}
      {others
        .filter((name) => !short.includes(name))
        .map((name) => (
          <Named key={name} name={others.length === 1 && edit === undefined ? undefined : name}>
            <Value value={value[name]!} language={language(name)} {...{ folded, failed }} />
          </Named>
        ))}
    </div>
  );
}

const shortText = (value: Json): string => (typeof value === 'string' ? value : jsonLines(value));

function Named({
  name,
  children,
}: {
  readonly name: string | undefined;
  readonly children: ReactNode;
}): JSX.Element {
  return (
    <div>
      {name === undefined ? null : <span className={styles.name}>{legible(name)}</span>}
      {children}
    </div>
  );
}

interface ValueProps {
  readonly value: Json;
  readonly language?: string | undefined;
  readonly folded: boolean;
  readonly failed?: boolean;
}

/** An image among the parts of a result, in the forms that services give it. */
function imageIn(value: JsonObject): string | undefined {
  const source = isJsonObject(value['source'] ?? null) ? (value['source'] as JsonObject) : value;
  const url = isJsonObject(value['image_url'] ?? null)
    ? (value['image_url'] as JsonObject)['url']
    : (value['image_url'] ?? value['image']);
  if (typeof url === 'string' && url.startsWith('data:')) return url;
  const { data, media_type: media = source['mimeType'] } = source;
  return typeof data === 'string' && typeof media === 'string' && media.startsWith('image/')
    ? `data:${media};base64,${data}`
    : undefined;
}

/** A result or argument as what it is: text, code, a diff, an image, fields, a tree. */
export function Value({ value, language, folded, failed = false }: ValueProps): JSX.Element {
  const isFound = useIsFound(typeof value === 'string' || folded ? '' : JSON.stringify(value));
  if (typeof value === 'string') return <Output text={value} {...{ language, folded, failed }} />;
  if (Array.isArray(value) && value.length > 0 && value.every(isPart))
    return (
      <>
        {(value as readonly JsonObject[]).map((part, index) => (
          <Part key={index} part={part} folded={folded} failed={failed} />
        ))}
      </>
    );
  if (isJsonObject(value)) {
    const image = imageIn(value);
    if (image !== undefined) return <Output text={image} folded={folded} />;
    if (Object.values(value).some((one) => typeof one === 'string' && !isShort(one)) || folded)
      return <Fields value={value} folded={folded} failed={failed} />;
  }
  return folded || isFound ? (
    <Output text={jsonLines(value)} language="json" {...{ folded, failed }} />
  ) : (
    <JsonTree value={value} label="Value" />
  );
}

/** Whether it is a part of a message, as services of models write them. */
const isPart = (part: Json): boolean =>
  isJsonObject(part) &&
  typeof part['type'] === 'string' &&
  (typeof part['text'] === 'string' || imageIn(part) !== undefined);

function Part({
  part,
  folded,
  failed,
}: {
  readonly part: JsonObject;
  readonly folded: boolean;
  readonly failed: boolean;
}): JSX.Element {
  return <Output text={imageIn(part) ?? (part['text'] as string)} {...{ folded, failed }} />;
}

interface CallProps {
  readonly args: JsonObject;
  readonly came: Json;
  readonly folded: boolean;
  readonly failed: boolean;
}

/** A call: its arguments, and under them what it came to. */
export function Call({ args, came, folded, failed }: CallProps): JSX.Element {
  const lead = leadOf(args) === undefined ? undefined : tellingArgument(args);
  return (
    <div className={styles.called}>
      <Fields value={args} without={lead} folded={folded} />
      {isLeftOut(came) ? null : (
        <div className={clsx(styles.came, failed && styles.cameFailed)}>
          <Value value={came} {...{ folded, failed }} />
        </div>
      )}
    </div>
  );
}
