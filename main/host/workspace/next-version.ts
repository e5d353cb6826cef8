import type ts from 'typescript';
import { headsOf, type Store, toolFinder, TraceError, writePlannedEvents } from '../../../engine/index.ts';
import {
  type Action,
  type Actor,
  type AppSummary,
  eventId,
  isJsonObject,
  type Json,
  type JsonObject,
  manualStateChangeOf,
  readJson,
  type RunSummary,
  type SimSpan,
  type SimTime,
  toSeconds,
} from '../../../engine/model/index.ts';
import { loadTypeScript, type TypeScript } from '../scenarios/index.ts';
import { ProblemError } from '../system/index.ts';
import type { Workspace } from './workspace.ts';

/**
 * Writes a new version of `run`'s scenario next to the old file, with the manual tool calls of the run as events.
 *
 * @returns the path of the new file
 * @throws {ProblemError} when the run has no manual tool calls, or the scenario has no place for them.
 */
export async function nextVersion(
  store: Store,
  workspace: Pick<Workspace, 'createVersion'>,
  run: RunSummary,
): Promise<string> {
  const kept = store.source(run.id);
  const source = kept?.files.get(kept.path);
  if (kept === undefined || source === undefined)
    throw new ProblemError(
      'run-not-ours',
      `Run ${run.id} is a recorded trace: only the run of a scenario has a next version`,
    );
  const acts = actsOf(store, run);
  if (acts.length === 0)
    throw new ProblemError(
      'no-acts',
      `Nothing was done by hand in run ${run.id}: there is nothing to write into a next version`,
    );
  const { path } = kept;
  const input = { acts, run: run.id, start: run.start, apps: run.apps };
  const text = path.endsWith('.json')
    ? documentWithActs(source, path, input)
    : sourceWithActs(loadTypeScript(), { ...input, path, source });
  return workspace.createVersion(path, text);
}

/** A tool call that a person made by hand during a run. */
export interface Act {
  /** Index of its log entry. */
  readonly entry: number;
  readonly time: SimTime;
  readonly actor: Actor;
  readonly action: Action;
  /** The call's result if it is a text, such as an id, which is valid for the run's seed only. */
  readonly result: string | undefined;
}

/** The manual tool calls of `run`, in order. Calls of an agent process are left out: the scenario would solve itself. */
function actsOf(store: Store, { id, choices }: RunSummary): readonly Act[] {
  const acts: Act[] = [];
  for (const entry of headsOf(store, id)) {
    if (entry.kind === 'agent' && choices?.agent !== undefined) continue;
    if (!('direct' in entry) || entry.refused === true || manualStateChangeOf(entry) !== undefined) continue;
    const { app, tool, args } = entry.action;
    const answered = entry.outcome.status === 'done' ? entry.outcome.value : undefined;
    const result = typeof answered === 'string' ? answered : undefined;
    acts.push({
      entry: entry.index,
      time: entry.due,
      actor: entry.kind,
      action: { app, tool, args },
      result,
    });
  }
  return acts;
}

/**
 * The text of an ARE scenario file with `acts` added to its events, each at its time.
 *
 * @throws {TraceError} when `text` is not JSON.
 * @throws {ProblemError} when the file has no list of events.
 */
function documentWithActs(
  text: string,
  path: string,
  {
    acts,
    apps,
    run,
  }: { readonly acts: readonly Act[]; readonly apps: readonly AppSummary[]; readonly run: string },
): string {
  const read = readJson(text);
  if ('findings' in read) throw new TraceError(path, read.findings);
  const document = read.value;
  const events = isJsonObject(document) ? document['events'] : undefined;
  if (!Array.isArray(events))
    throw new ProblemError(
      'no-events',
      `${path}: "events" is missing or not a list, so your actions cannot be added to it`,
    );
  const done = writePlannedEvents(
    acts.map(({ entry, time, actor, action }) => ({
      id: eventId(`${run}-${entry}`),
      kind: actor,
      timing: { kind: 'at', time, after: [] },
      place: undefined,
      action,
      oracle: false,
      onFailure: 'continue',
    })),
    toolFinder(apps),
  );
  const all = [...(events as readonly Json[]), ...done];
  return `${JSON.stringify({ ...(document as JsonObject), events: all }, null, 2)}\n`;
}

/** The latest act before `act` whose result is `value`. Short texts are ignored: they may be equal by chance. */
const usedBy = (acts: readonly Act[], act: Act, value: string): Act | undefined =>
  value.length < MIN_ID_LENGTH
    ? undefined
    : acts.findLast(({ entry, result }) => entry < act.entry && result === value);

const MIN_ID_LENGTH = 8; // characters

/** Names of the variables that hold the results other acts refer to, by entry. */
function namesOfUsed(acts: readonly Act[], source: string): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  for (const act of acts)
    literal(act.action.args, (value) => {
      const used = usedBy(acts, act, value);
      if (used === undefined) return undefined;
      let name = `call${used.entry}`;
      while (source.includes(name)) name += '_';
      names.set(used.entry, name);
      return name;
    });
  return names;
}

/** A piece of text to insert into the source. */
interface Insertion {
  readonly at: number;
  /** End of the text it replaces; `at` when it replaces none. */
  readonly end?: number;
  readonly text: string;
}

/** The source of a scenario, and the acts to add to its events. */
export interface VersionInput {
  readonly path: string;
  readonly source: string;
  /** Start of the scenario's time. */
  readonly start: SimTime;
  /** The run of the acts, named in the comment above them. */
  readonly run: string;
  readonly acts: readonly Act[];
}

/**
 * The scenario's source with `acts` appended to the body of its `events`, each at its time. An argument equal to the result of
 * an earlier act is written as a reference to that result. A duration that ends before the last act is made longer.
 *
 * @throws {ProblemError} when the scenario has no `events` function with a body of its own.
 */
function sourceWithActs(typescript: TypeScript, { path, source, start, run, acts }: VersionInput): string {
  const file = typescript.createSourceFile(path, source, typescript.ScriptTarget.Latest, true);
  const events = eventsIn(typescript, file);
  if (events === undefined)
    throw new ProblemError(
      'no-events',
      `${path}: scenario({…}) has no "events" with a function body, so your actions cannot be added to it`,
    );
  const insertions: Insertion[] = [];
  const seconds = namedImport(typescript, file, 'seconds', insertions);
  const apps = appNames(typescript, file, events.parameter, acts, insertions);
  const margin = marginOf(source, events.body.statements.at(-1)?.getStart(file));
  const offsetOf = ({ time }: Act): number => toSeconds((time - start) as SimSpan);
  const names = namesOfUsed(acts, source);
  const lines = acts.map((act) => {
    const { entry, actor, action } = act;
    const { app, tool, args } = action;
    const called = isName(tool) ? `.${tool}` : `[${literal(tool)}]`;
    const given = literal(args, (value) => {
      const used = usedBy(acts, act, value);
      return used && `${names.get(used.entry)!}.result`;
    });
    const name = names.get(entry);
    const kept = name === undefined ? '' : `const ${name} = `;
    return `${margin}${kept}${apps.get(app)!}${called}(${given}).by('${actor}').at(${seconds}(${offsetOf(act)}));`;
  });
  const last = Math.max(...acts.map(offsetOf));
  const duration = durationIn(typescript, file);
  const isLonger = duration !== undefined && duration.seconds <= last;
  if (isLonger) insertions.push({ ...duration, text: `${seconds}(${Math.ceil(last) + 60})` });
  // After the last statement or comment.
  const end = source.slice(0, events.body.end - 1).trimEnd().length;
  const heading = `${margin}// What a person did in run ${run}.${isLonger ? ' The duration is longer, so that all of it happens.' : ''}`;
  return inserted(source, [...insertions, { at: end, text: `\n\n${[heading, ...lines].join('\n')}` }]);
}

const UNITS: Readonly<Record<string, number>> = { seconds: 1, minutes: 60, hours: 3600 };

/** The scenario's duration and its position in the source, if it is a number of seconds, minutes or hours. */
function durationIn(
  typescript: TypeScript,
  file: ts.SourceFile,
): { readonly at: number; readonly end: number; readonly seconds: number } | undefined {
  const written = definitionIn(typescript, file)?.properties.find(
    (one) => typescript.isPropertyAssignment(one) && one.name.getText(file) === 'duration',
  );
  if (written === undefined || !typescript.isPropertyAssignment(written)) return undefined;
  const { initializer } = written;
  if (!typescript.isCallExpression(initializer)) return undefined;
  const [count] = initializer.arguments;
  const unit = UNITS[initializer.expression.getText(file)];
  if (unit === undefined || count === undefined || !typescript.isNumericLiteral(count)) return undefined;
  return { at: initializer.getStart(file), end: initializer.end, seconds: unit * Number(count.text) };
}

interface EventsBody {
  readonly body: ts.Block;
  readonly parameter: ts.ParameterDeclaration | undefined;
}

/** The `events` function, if it is written inside the call of `scenario`. */
const eventsIn = (typescript: TypeScript, file: ts.SourceFile): EventsBody | undefined =>
  definitionIn(typescript, file)
    ?.properties.map((one) => bodyOf(typescript, one))
    .find((one) => one !== undefined);

/** The object literal that `scenario` is called with. */
function definitionIn(typescript: TypeScript, file: ts.SourceFile): ts.ObjectLiteralExpression | undefined {
  let found: ts.ObjectLiteralExpression | undefined;
  const look = (node: ts.Node): void => {
    if (found !== undefined) return;
    if (
      typescript.isCallExpression(node) &&
      typescript.isIdentifier(node.expression) &&
      node.expression.text === 'scenario'
    ) {
      const [definition] = node.arguments;
      if (definition !== undefined && typescript.isObjectLiteralExpression(definition)) found = definition;
    }
    typescript.forEachChild(node, look);
  };
  look(file);
  return found;
}

function bodyOf(typescript: TypeScript, property: ts.ObjectLiteralElementLike): EventsBody | undefined {
  if (
    property.name === undefined ||
    !typescript.isIdentifier(property.name) ||
    property.name.text !== 'events'
  )
    return undefined;
  const made = typescript.isPropertyAssignment(property) ? property.initializer : property;
  if (
    !typescript.isMethodDeclaration(made) &&
    !typescript.isArrowFunction(made) &&
    !typescript.isFunctionExpression(made)
  )
    return undefined;
  const { body, parameters } = made;
  if (body === undefined || !typescript.isBlock(body)) return undefined;
  return { body, parameter: parameters[0] };
}

/** The local name of `name` from 'orrery'. Adds the import if it is missing. */
function namedImport(
  typescript: TypeScript,
  file: ts.SourceFile,
  name: string,
  insertions: Insertion[],
): string {
  for (const statement of file.statements) {
    if (!typescript.isImportDeclaration(statement)) continue;
    if (statement.importClause?.phaseModifier === typescript.SyntaxKind.TypeKeyword) continue;
    if (!typescript.isStringLiteral(statement.moduleSpecifier) || statement.moduleSpecifier.text !== 'orrery')
      continue;
    const named = statement.importClause?.namedBindings;
    if (named === undefined || !typescript.isNamedImports(named)) continue;
    const known = named.elements.find((one) => (one.propertyName ?? one.name).text === name);
    if (known !== undefined) return known.name.text;
    insertions.push({ at: named.elements.at(-1)?.end ?? named.end - 1, text: `, ${name}` });
    return name;
  }
  insertions.push({ at: 0, text: `import { ${name} } from 'orrery';\n` });
  return name;
}

/** The expression for each app inside the body of `events`. Adds missing apps to the parameter. */
function appNames(
  typescript: TypeScript,
  file: ts.SourceFile,
  parameter: ts.ParameterDeclaration | undefined,
  acts: readonly Act[],
  insertions: Insertion[],
): ReadonlyMap<string, string> {
  const wanted = [...new Set(acts.map(({ action }) => action.app as string))];
  if (parameter === undefined)
    throw new ProblemError('no-events', `${file.fileName}: "events" takes no apps: write events({ … })`);
  const { name } = parameter;
  if (typescript.isIdentifier(name))
    return new Map(
      wanted.map((app) => [app, `${name.text}${isName(app) ? `.${app}` : `[${literal(app)}]`}`]),
    );
  if (!typescript.isObjectBindingPattern(name)) return new Map();
  const bound = new Map<string, string>();
  for (const element of name.elements) {
    const key = element.propertyName ?? element.name;
    if (
      typescript.isIdentifier(element.name) &&
      (typescript.isIdentifier(key) || typescript.isStringLiteral(key))
    )
      bound.set(key.text, element.name.text);
  }
  const missing = wanted.filter((app) => !bound.has(app));
  for (const app of missing)
    bound.set(app, isName(app) ? app : app.replace(/\W+/g, '_').replace(/^(?=\d)/, '_'));
  const written = missing.map((app) => (isName(app) ? app : `${literal(app)}: ${bound.get(app)!}`));
  if (written.length > 0) {
    const first = name.elements[0];
    // At the front, because a rest element must stay last.
    insertions.push(
      first === undefined
        ? { at: name.end - 1, text: ` ${written.join(', ')} ` }
        : { at: first.getStart(file), text: `${written.join(', ')}, ` },
    );
  }
  return bound;
}

/** The white space at the start of the line that contains `place`. */
function marginOf(source: string, place: number | undefined): string {
  if (place === undefined) return '    ';
  const line = source.slice(source.lastIndexOf('\n', place) + 1, place);
  return /^\s*/.exec(line)![0];
}

function inserted(source: string, insertions: readonly Insertion[]): string {
  let text = source;
  for (const { at, end = at, text: piece } of [...insertions].sort((one, other) => other.at - one.at))
    text = text.slice(0, at) + piece + text.slice(end);
  return text;
}

/** `value` as TypeScript source. `instead` may give another expression for a text. */
function literal(value: Json, instead: (text: string) => string | undefined = () => undefined): string {
  if (typeof value === 'string') return instead(value) ?? text(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map((inner) => literal(inner, instead)).join(', ')}]`;
  const fields = Object.entries(value).map(([key, inner]) => `${keyOf(key)}: ${literal(inner, instead)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

/** `value` in single quotes, or in double quotes if it contains a quote or an escape. */
function text(value: string): string {
  const quoted = JSON.stringify(value);
  return /['"\\]/.test(quoted.slice(1, -1)) ? quoted : `'${value}'`;
}

const isName = (key: string): boolean => /^[A-Za-z_$][\w$]*$/.test(key);

/** `__proto__` needs a computed key: a plain one would set the object's prototype. */
const keyOf = (key: string): string =>
  key === '__proto__' ? "['__proto__']" : isName(key) ? key : text(key);

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
