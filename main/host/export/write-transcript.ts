import type { Store } from '../../../engine/index.ts';
import {
  between,
  capitalized,
  type Json,
  type LogEntry,
  formatInstant,
  isClockTime,
  isTimed,
  noteText,
  type RunSummary,
  type StepKind,
  toSeconds,
  type TokenCount,
  type TranscriptStep,
  statusText,
} from '../../../engine/model/index.ts';
import { ProblemError } from '../system/index.ts';
import { callDetails, calledEntry, stepsOf } from '../inspect/index.ts';
import { writeAtif } from './write-atif.ts';

/** Plain text for terminals, Markdown for people, JSON for programs, or ATIF for programs that support it. */
export type TranscriptFormat = OwnFormat | 'atif';
type OwnFormat = 'text' | 'markdown' | 'json';

/** Labels of the steps in Markdown and in a terminal. */
const SPEAKERS: Readonly<Record<StepKind, string>> = {
  user: 'User',
  notification: 'Notification',
  thought: 'Thought',
  call: 'Call',
  reply: 'Reply',
  prompt: 'Prompt',
  log: 'Log',
  hint: 'Hint',
  note: 'Note',
};

/** The maximum length of a copied text: a longer text would block the window too long. */
const MAX_COPY_LENGTH = 20_000_000; // characters

/** The transcript of `run` as one text. @throws {ProblemError} when it is too long. */
export function transcriptText(store: Store, run: RunSummary, format: TranscriptFormat): string {
  const parts: string[] = [];
  let length = 0;
  for (const part of writeTranscript(store, run, format)) {
    parts.push(part);
    length += part.length;
    if (length > MAX_COPY_LENGTH)
      throw new ProblemError(
        'transcript-too-long',
        `The transcript of ${run.id} is longer than 20 million characters. Write it to a file: orrery transcript ${run.id} --format ${format}`,
      );
  }
  return parts.join('\n');
}

/** The transcript of `run`, in parts to be joined by line breaks. */
export function* writeTranscript(store: Store, run: RunSummary, format: TranscriptFormat): Generator<string> {
  if (format === 'atif') {
    yield* writeAtif(store, run);
    return;
  }
  const write = WRITERS[format];
  yield* write.head(run);
  let before: string | undefined;
  for (const step of stepsOf(store, run)) {
    if (before !== undefined) yield before + write.separator;
    before = write.step(step, calledEntry(store, run, step), run);
  }
  if (before !== undefined) yield before;
  yield* write.foot(run);
}

interface Writer {
  readonly head: (run: RunSummary) => readonly string[];
  readonly step: (step: TranscriptStep, entry: LogEntry | undefined, run: RunSummary) => string;
  readonly separator: string;
  readonly foot: (run: RunSummary) => readonly string[];
}

const headline = ({ id, scenario }: RunSummary): string => `Transcript of ${id}: ${scenario}`;

const endOf = ({ state, notes }: RunSummary): string =>
  [`The run is ${state}.`, ...notes.map(noteText)].join('\n');

const WRITERS: Readonly<Record<OwnFormat, Writer>> = {
  text: {
    head: (run) => [headline(run), ''],
    step: textOf,
    separator: '',
    foot: (run) => ['', endOf(run)],
  },
  markdown: {
    head: (run) => [`# ${headline(run)}`, ''],
    step: markdownOf,
    separator: '\n',
    foot: (run) => ['', `*${endOf(run).replaceAll('\n', '*\n\n*')}*`],
  },
  json: {
    head: () => ['['],
    step: (step, entry, run) => JSON.stringify(jsonOf(step, entry, run)),
    separator: ',',
    foot: () => [']'],
  },
};

/** The speaker of a step, with the subagent's name if there is one. */
const speakerOf = ({ kind, subagent }: TranscriptStep): string =>
  subagent === undefined ? SPEAKERS[kind] : `${SUBAGENT_SPEAKERS[kind] ?? SPEAKERS[kind]} (${subagent.name})`;

/** The speakers of a subagent's steps, which are not messages from or to the user. */
const SUBAGENT_SPEAKERS: Readonly<Partial<Record<StepKind, string>>> = { user: 'Task', reply: 'Answer' };

/** Seconds since the run's start; `undefined` where a recording has no times. */
const secondsOf = ({ time }: TranscriptStep, { start }: RunSummary): number | undefined =>
  isTimed(start) ? toSeconds(between(start, time)) : undefined;

/** The cost of a thought, such as `2.3 s, 812 tokens in, 24 out`; empty when unknown. */
function costWords({ elapsed, tokens }: TranscriptStep): readonly string[] {
  return [
    ...(elapsed === undefined ? [] : [`${(elapsed / 1000).toLocaleString('en-US')} s`]),
    ...tokenWords(tokens),
  ];
}

function tokenWords({ input, output, cached, cost }: TokenCount = {}): readonly string[] {
  return [
    ...(input === undefined ? [] : [`${input.toLocaleString('en-US')} tokens in`]),
    ...(cached === undefined ? [] : [`${cached.toLocaleString('en-US')} of them cached`]),
    ...(output === undefined
      ? []
      : [`${output.toLocaleString('en-US')}${input === undefined ? ' tokens' : ''} out`]),
    ...(cost === undefined ? [] : [`$${String(Number(cost.toPrecision(4)))}`]),
  ];
}

const MAX_VALUE_LENGTH = 2_000; // characters of a result in a terminal

function textOf(step: TranscriptStep, entry: LogEntry | undefined, run: RunSummary): string {
  const { kind, index, title, text } = step;
  const place = kind === 'thought' || index === undefined ? '' : `#${index}`;
  const seconds = secondsOf(step, run);
  const since = seconds === undefined ? '' : `+${seconds}s`.padEnd(11);
  const head = `${place.padEnd(6)}${since}${speakerOf(step).padEnd(13)} `;
  const called = callDetails(entry);
  const lines =
    called === undefined
      ? [...(title === '' ? [] : [title]), ...text.split('\n')]
      : [
          `${title} ${JSON.stringify(called.args)}`,
          `${step.status === 'failed' ? 'failed:' : '→'} ${valueText(called.came)}`,
        ];
  const cost = costWords(step);
  const all = cost.length === 0 ? lines : [...lines, `(${cost.join(', ')})`];
  return all.map((line, nth) => (nth === 0 ? head : ' '.repeat(head.length)) + line).join('\n');
}

function valueText(value: Json): string {
  const text = typeof value === 'string' ? value.replaceAll('\n', ' ') : JSON.stringify(value);
  const left = text.length - MAX_VALUE_LENGTH;
  return left <= 0
    ? text
    : `${text.slice(0, MAX_VALUE_LENGTH)}… (${left} more characters; --format json has them)`;
}

function markdownOf(step: TranscriptStep, entry: LogEntry | undefined, run: RunSummary): string {
  const { kind, index, title, text, status } = step;
  const called = callDetails(entry);
  const seconds = secondsOf(step, run);
  const head = [
    `**${speakerOf(step)}**${title === '' ? '' : ` ${called === undefined ? title : `\`${title}\``}`}`,
    ...(kind === 'thought' || index === undefined ? [] : [`#${index}`]),
    ...(seconds === undefined ? [] : [`+${seconds} s`]),
    ...costWords(step),
  ].join(' · ');
  if (called === undefined) return [head, ...(text === '' ? [] : [quoted(text)])].join('\n\n');
  return [
    head,
    fenced(JSON.stringify(called.args, null, 2)),
    status === 'done' ? 'Result:' : `${capitalized(statusText(status))}:`,
    fenced(typeof called.came === 'string' ? called.came : JSON.stringify(called.came, null, 2)),
  ].join('\n\n');
}

const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');

/** `text` as a fenced code block, with a fence longer than any in the text. */
function fenced(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

function jsonOf(step: TranscriptStep, entry: LogEntry | undefined, run: RunSummary): object {
  const { kind, time, index, title, text, status, result, elapsed, tokens, subagent } = step;
  const called = callDetails(entry);
  return {
    kind,
    entry: kind === 'thought' ? undefined : index,
    time: isClockTime(time) ? formatInstant(time) : undefined,
    seconds: secondsOf(step, run),
    ...(called === undefined
      ? {
          title: title === '' ? undefined : title,
          text,
          ...(status === 'failed' ? { status, error: result } : {}),
        }
      : {
          tool: title,
          arguments: called.args,
          status,
          ...(status === 'no-result' ? {} : { [status === 'done' ? 'result' : 'error']: called.came }),
        }),
    milliseconds: elapsed,
    tokens,
    subagent: subagent && { name: subagent.name, call: subagent.call },
  };
}
