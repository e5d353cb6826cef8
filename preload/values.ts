import * as z from 'zod';
import {
  type AppName,
  type EventId,
  type Intervention,
  type Json,
  RUN_ORDERS,
  type RunId,
  SCORE_ORDER,
  type SimTime,
  MAX_JSON_DEPTH,
} from '../engine/model/index.ts';
import { LIMITS } from './limits.ts';

/**
 * Whether the page may make a call while the workspace is not trusted:
 * - `allowed`: it runs no code of the workspace;
 * - `refused`: it is rejected before its handler;
 * - `without-code`: its handler does the part that runs no code and refuses the rest.
 */
export type UntrustedUse = 'allowed' | 'refused' | 'without-code';

/** A row of the contract table: the schema of a request, when it is allowed, and the type of its answer. */
export interface Call<Request extends z.ZodType, Answer> {
  readonly request: Request;
  readonly untrusted: UntrustedUse;
  /** All that a page which somebody else controls can do with it, as a sentence for reviewers. */
  readonly atMost: string;
  /** Never set; it carries the type of the answer to both ends. */
  readonly answer?: Answer;
}

interface Asked<Request extends z.ZodType> {
  answers<Answer>(): Call<Request, Answer>;
}

/** A row whose requests are parsed by `request`; `.answers<…>()` sets the type of the answer. */
export const call = <Request extends z.ZodType>(
  request: Request,
  rules: Pick<Call<Request, unknown>, 'untrusted' | 'atMost'>,
): Asked<Request> => ({ answers: () => ({ request, ...rules }) });

export const run = z
  .string()
  .regex(/^r\d{1,9}$/, 'the id of a run, such as r12')
  .transform((text) => text as RunId);

export const runs = z.array(run).min(1).max(LIMITS.runs).readonly();

/** What the list of runs is sorted by. */
export const runOrder = z.union([
  z.enum(RUN_ORDERS),
  z.templateLiteral([SCORE_ORDER, z.string().max(LIMITS.lineCharacters)]),
]);

/** Tags of runs and notes. */
export const tags = z.array(z.string().min(1).max(LIMITS.tagCharacters)).max(LIMITS.tags).readonly();

/** A path in an app's state. */
export const keys = z
  .array(z.union([z.string().max(10_000), z.int().min(0)]))
  .max(LIMITS.pathSteps)
  .readonly();

export const app = z
  .string()
  .min(1)
  .max(200)
  .transform((text) => text as AppName);

export const eventName = z
  .string()
  .min(1)
  .max(LIMITS.lineCharacters)
  .transform((text) => text as EventId);

/** A path within the workspace, in its shortest form. The main process refuses links that lead out of it. */
export const path = z
  .string()
  .min(1)
  .max(LIMITS.lineCharacters)
  .regex(/^[^\p{Cc}]*$/u, 'a path without control characters')
  .refine(
    (text) => text.split('/').every((name) => !['', '.', '..'].includes(name)),
    'a path within the workspace, such as scenarios/dinner.ts',
  );

export const source = z.string().max(LIMITS.sourceCharacters);

/** Texts of files in `scenarios/` that are edited and not saved: they stand for those on disk. */
export const unsaved = z
  .array(z.strictObject({ path, text: source }))
  .max(LIMITS.unsavedTexts)
  .readonly()
  .optional();

export const position = z.int().min(0);

export const entryOfRun = z.strictObject({ run, at: z.int().min(-1) });

const name = z.string().min(1).max(LIMITS.lineCharacters);

/** A JSON value. Checks its depth first, because parsing a deep one overflows the stack. */
export const json = z
  .unknown()
  .refine(isBounded, {
    message: `The value has more than ${MAX_JSON_DEPTH} levels, or more parts than can be read.`,
    abort: true,
  })
  .pipe(z.json())
  .refine((value) => JSON.stringify(value).length <= LIMITS.valueCharacters, {
    message: `The value has more than ${LIMITS.valueCharacters} characters.`,
  }) as unknown as z.ZodType<Json, Json>;

/** Counts parts too: an object that contains itself twice doubles on each level. */
function isBounded(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  let parts = 0;
  for (let depth = 0; level.length > 0; depth++) {
    parts += level.length;
    if (depth > MAX_JSON_DEPTH || parts > LIMITS.valueCharacters) return false;
    level = level.flatMap((one): readonly unknown[] =>
      typeof one === 'object' && one !== null ? Object.values(one) : [],
    );
  }
  return true;
}

export const action = z.strictObject({
  app,
  tool: name,
  args: z.record(z.string().max(LIMITS.lineCharacters), json),
});

export const actor = z.enum(['agent', 'user', 'environment']);

const text = z.string().max(LIMITS.valueCharacters);

/** An answer in place of a model's: its text and its calls. */
export const answer = z.strictObject({
  text,
  calls: z
    .array(z.strictObject({ id: name, name, args: text }))
    .max(LIMITS.modelCalls)
    .readonly(),
});

/** Where the server of a model is, up to the version, or the path of its file. */
export const modelUrl = z
  .string()
  .max(LIMITS.lineCharacters)
  .refine(
    (url) =>
      /^unix:\/./.test(url) ||
      (/^https?:\/\//.test(url) ? URL.canParse(url) : /^[^\p{Cc}]+\.gguf$/u.test(url)),
    'an address up to the version, such as http://127.0.0.1:8080/v1, or a GGUF file',
  );

export const modelWire = z.enum(['chat-completions', 'messages', 'gguf']);

/** One change to a request to a model, from which on a branch asks it again. */
export const requestChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('answer'), answer }),
  z.strictObject({ kind: z.literal('message'), place: position, message: z.record(name, json) }),
  z.strictObject({ kind: z.literal('system'), text }),
  z.strictObject({ kind: z.literal('tool'), tool: name, description: text }),
  z.strictObject({ kind: z.literal('parameter'), name, value: json.optional() }),
  z.strictObject({
    kind: z.literal('model'),
    url: modelUrl,
    name,
    wire: modelWire,
  }),
]);

/** One change to a run when it is branched. */
export const intervention = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('argument'), event: eventName, name, value: json }),
  z.strictObject({ kind: z.literal('leave-out'), event: eventName }),
  z.strictObject({
    kind: z.literal('act'),
    at: position,
    time: z
      .int()
      .transform((micros) => micros as SimTime)
      .optional(),
    actor,
    action,
  }),
  z.strictObject({ kind: z.literal('set'), at: position, app, path: keys, value: json }),
  z.strictObject({ kind: z.literal('mode'), at: position, mode: z.enum(['oracle', 'plain']) }),
  z.strictObject({ kind: z.literal('agent'), at: position, script: path }),
]) satisfies z.ZodType<Intervention>;
