import * as z from 'zod/mini';
import {
  checkShape,
  describeValue,
  findingText,
  hasNamedFields,
  parsePath,
  quotedList,
  refuseGiven,
  TimedOutError,
  failureText,
} from '../model/index.ts';
import type { Judging, ScenarioHost, SimSpan, SourceLocation } from '../model/index.ts';
import { copyJson, refuseNegativeZero } from '../state/index.ts';
import { checkApp, failureOf } from '../world/index.ts';
import type { AppInstance, ServerStart } from '../world/index.ts';
import { definitionOf, ScenarioError, variantsOf } from './scenario.ts';
import type { Scenario, VariantTable } from './scenario.ts';

/** The most variants that an error lists. */
const MAX_NAMES = 10;

/** A valid scenario name: short enough for run lists. */
const NAME_PATTERN = /^(?=.*\S)\P{Cc}{1,200}$/u;

const TAG_PATTERN = /^(?=.*\S)\P{Cc}{1,100}$/u;

const wholeNumber = z.custom<number>(Number.isSafeInteger, 'a whole number');

const anyNumber = z.custom<number>((value) => typeof value === 'number', 'a number');

const span = z.custom<SimSpan>(
  (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  'a span of time such as minutes(5)',
);

const code = z.custom<() => unknown>((value) => typeof value === 'function', 'a function');

/** The settings of a definition, except its functions. The contents of texts and numbers are checked where they are used. */
const settings = z.object({
  name: z.custom<string>(
    (value) => typeof value === 'string' && NAME_PATTERN.test(value),
    'a name of 1 to 200 characters in one line',
  ),
  start: z.optional(z.string()),
  duration: z.optional(span),
  seed: z.optional(wholeNumber),
  tick: z.optional(span),
  tickPolicy: z.optional(z.enum(['by-event', 'by-tick'])),
  tags: z.optional(z.array(z.string())),
  turns: z.optional(z.array(z.object({ event: z.string(), tool: z.string(), turn: wholeNumber }))),
  endsWhenIdle: z.optional(z.boolean()),
  augmentation: z.optional(
    z.object({
      toolFailures: z.optional(anyNumber),
      tools: z.optional(
        z.record(
          z.string(),
          z.object({
            name: z.optional(z.string().check(z.minLength(1))),
            description: z.optional(z.string()),
          }),
        ),
      ),
      noise: z.optional(
        z.object({ perMinute: z.optional(anyNumber), seed: z.optional(anyNumber), from: z.optional(code) }),
      ),
    }),
  ),
  finalState: z.optional(
    z.union([
      z.literal('oracle'),
      z.object({
        only: z.optional(z.array(z.string())),
        except: z.optional(z.array(z.string())),
        allowExtra: z.optional(z.boolean()),
      }),
    ]),
  ),
  verdict: z.optional(
    z.object({
      need: z.enum(['all', 'any']),
      of: z.optional(z.array(z.enum(['checks', 'judge', 'final-state']))),
    }),
  ),
  apps: code,
  events: code,
});

type Definition = NonNullable<ReturnType<typeof definitionOf>>;

type Settings = z.output<typeof settings> & Pick<Definition, 'judge' | 'apps' | 'events' | 'augmentation'>;

/**
 * The settings of `definition`. Each field is read once, because it may be a getter.
 * @throws {ScenarioError} for fields of wrong types.
 */
export function readSettings(definition: Definition, host: ScenarioHost): Settings {
  const read = runAuthorCode('scenario', host, () => {
    const { judge } = definition;
    const checked = checkShape(settings, definition);
    return 'findings' in checked || judge === undefined
      ? checked
      : { data: { ...checked.data, judge: copyJson(judge, 'judge', refuseNegativeZero) } };
  });
  if ('data' in read) return read.data as Settings;
  throw new ScenarioError(
    read.findings.map((finding) => ({ severity: 'error', message: findingText(finding), place: undefined })),
  );
}

/** The maximum number of tags, the same as for tags that people add to a run. */
const MAX_TAGS = 50;

/** @throws {ScenarioError} for too many tags, a tag that is too long, or a tag listed twice. */
export function checkTags(tags: readonly string[]): void {
  if (tags.length > MAX_TAGS)
    throw scenarioError(
      `tags: ${tags.length.toLocaleString('en-US')} tags are too many. Give at most ${MAX_TAGS}.`,
    );
  for (const [index, tag] of tags.entries()) {
    const path = `tags[${index}]`;
    if (typeof tag !== 'string' || !TAG_PATTERN.test(tag))
      throw scenarioError(`${path}: ${describeValue(tag)} is not 1 to 100 characters in one line.`);
    if (tags.indexOf(tag) < index) throw scenarioError(`${path}: "${tag}" is listed twice.`);
  }
}

/**
 * The rules by which runs are judged.
 * @throws {ScenarioError} for paths that do not begin with an app.
 */
export function judgingRules(
  { judge, finalState, verdict }: Settings,
  apps: Readonly<Record<string, AppInstance>>,
): Judging | undefined {
  if (judge === undefined && finalState === undefined && verdict === undefined) return undefined;
  const expected = finalState === 'oracle' ? {} : finalState;
  for (const name of ['only', 'except'] as const)
    for (const [index, place] of (expected?.[name] ?? []).entries()) {
      const [app] = parsePath(place);
      if (app !== undefined && Object.hasOwn(apps, app)) continue;
      const known = quotedList(Object.keys(apps), MAX_NAMES);
      throw scenarioError(
        `finalState.${name}[${index}]: "${place}" does not begin with an app. The apps are ${known}.`,
      );
    }
  return {
    ...(judge === undefined ? {} : { judge }),
    ...(expected === undefined ? {} : { finalState: expected }),
    ...(verdict === undefined ? {} : { rule: verdict }),
  };
}

/** The definition of the scenario, or of its variant `asked`; by default the first variant. */
export function variantOf(
  scenario: Scenario,
  asked: string | undefined,
  host: ScenarioHost,
): {
  readonly variant: string | undefined;
  readonly definition: Definition;
} {
  const table = variantsOf(scenario);
  const variant = asked ?? table?.keys().next().value;
  const make = variant === undefined ? undefined : table?.get(variant);
  if (variant !== undefined && make === undefined)
    throw scenarioError(`There is no variant "${variant}". ${variantNames(table)}`);
  const chosen = make === undefined ? scenario : runAuthorCode('variants', host, make);
  const definition = definitionOf(chosen);
  if (definition !== undefined) return { variant, definition };
  throw scenarioError('variants: The function must return scenario({…}).');
}

function variantNames(table: VariantTable | undefined): string {
  if (table === undefined) return 'The scenario has no variants.';
  return `Its variants are ${quotedList([...table.keys()], MAX_NAMES)}.`;
}

/** Runs scenario code, and converts its errors into a {@link ScenarioError} that names `part`. */
export function runAuthorCode<Answer>(part: string, host: ScenarioHost, work: () => Answer): Answer {
  try {
    return host.enter(work, 'planning');
  } catch (thrown) {
    if (TimedOutError.is(thrown)) throw scenarioError(`${part}: ${thrown.message}`, thrown.place);
    throw scenarioError(`${part}: ${failureText(failureOf(thrown, host.enter))}`, host.placeOf(thrown));
  }
}

type Apps = Readonly<Record<string, AppInstance>>;

/** `apps` with the tools of their servers and, as JSON, the start commands of servers whose tools are not known yet. */
export function listedApps(
  apps: Apps,
  servers: Readonly<Record<string, object>>,
): { readonly apps: Apps; readonly unlisted: string | undefined } {
  const starts: Record<string, ServerStart> = {};
  const listed = Object.entries(apps).map(([name, app]) => {
    if (app.unlisted === undefined) return [name, app] as const;
    if (Object.hasOwn(servers, name)) return [name, app.unlisted.withTools(servers[name] as never)] as const;
    starts[name] = app.unlisted.start;
    return [name, app] as const;
  });
  const hasAll = Object.keys(starts).length === 0;
  return { apps: Object.fromEntries(listed), unlisted: hasAll ? undefined : JSON.stringify(starts) };
}

/**
 * The apps that an author gave at `place`.
 *
 * @throws {TypeError} for a value that is not an app, and for an alarm that calls a tool its app does not have.
 */
export function checkedApps(place: string, apps: Apps): Apps {
  if (!hasNamedFields(apps)) refuseGiven(place, apps, 'an object such as { mail: emailClient() }');
  // In `{ __proto__: … }`, `__proto__` is not a name: it sets the prototype.
  const prototype = Object.getPrototypeOf(apps) as object | null;
  if (Object.hasOwn(apps, '__proto__') || (prototype !== null && Object.hasOwn(prototype, 'tools')))
    throw new TypeError('No app can be named __proto__.');
  for (const [name, app] of Object.entries(apps)) {
    checkApp(`${place}: ${name}`, app);
    const { alarm, tools } = app;
    if (alarm !== undefined && !Object.hasOwn(tools, alarm.tool))
      throw new TypeError(
        `The alarm of "${name}" calls "${alarm.tool}", which is not one of its tools. Its tools are ${quotedList(Object.keys(tools), MAX_NAMES)}.`,
      );
  }
  return apps;
}

export const scenarioError = (message: string, place?: SourceLocation): ScenarioError =>
  new ScenarioError([{ severity: 'error', message, place }]);
