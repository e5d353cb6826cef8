import type ts from 'typescript';
import { headsOf, type Store, toolFinder, TraceError, writePlannedEvents } from '../../../engine/index.ts';
import {
  type Action,
  type Actor,
  type AppSummary,
  eventId,
  type EventOutline,
  isJsonObject,
  isSameJson,
  type Json,
  type JsonObject,
  kindOfFile,
  readJson,
  type RunSummary,
  type SimSpan,
  type SimTime,
  toSeconds,
  failureText,
} from '../../../engine/model/index.ts';
import { loadTypeScript, type TypeScript } from '../scenarios/index.ts';
import { ProblemError } from '../system/index.ts';
import type { Workspace } from './workspace.ts';

/** A saved version, and the number of the person's calls in it. */
export interface NextVersion {
  /** The path of the new file. */
  readonly path: string;
  /** The number of the person's calls that are events of the version. */
  readonly events: number;
  /** Sentences about calls that are left out or changed. */
  readonly notes: readonly string[];
}

/**
 * Writes a new version of `run`'s scenario next to the old file, with the person's tool calls in the run as events.
 * @throws {ProblemError} when a person did nothing in the run, or events cannot be added to the scenario.
 */
export async function nextVersion(
  store: Store,
  workspace: Pick<Workspace, 'createVersion'>,
  run: RunSummary,
): Promise<NextVersion> {
  const kept = store.source(run.id);
  const source = kept?.files.get(kept.path);
  if (kept === undefined || source === undefined)
    throw new ProblemError(
      'run-not-ours',
      `Run ${run.id} is a recorded trace: only the run of a scenario has a next version`,
    );
  const { acts, notes } = actsOf(store, run);
  if (acts.length === 0)
    throw new ProblemError(
      'no-acts',
      `Nothing was done by hand in run ${run.id}: there is nothing to write into a next version`,
    );
  const { path } = kept;
  const plan = store.plan(run.id);
  const ends = plan?.duration === undefined ? undefined : toSeconds(plan.duration);
  const input = { acts, run: run.id, start: run.start, apps: run.apps, ends, planned: plan?.events ?? [] };
  const written =
    kindOfFile(path) === 'trace'
      ? documentWithActs(source, path, input)
      : sourceWithActs(loadTypeScript(), { ...input, path, source });
  const failed = acts.filter(({ failure }) => failure !== undefined).length;
  return {
    path: await workspace.createVersion(path, written.text),
    events: acts.length - failed,
    notes: [
      ...notes,
      ...(failed === 0 ? [] : [`${failed} of your calls failed and changed nothing: they are comments.`]),
      ...written.notes,
    ],
  };
}

/** The source of a text in a call's arguments: the result of an earlier call. */
interface ResultSource {
  /** The log index of the call. */
  readonly entry: number;
  readonly event: string;
  readonly action: Action;
  /** Who made the call. The oracle counts as `agent`, because another agent leaves out its events. */
  readonly by: 'person' | 'event' | 'agent';
  readonly path: readonly string[];
}

/** A tool call that a person made during a run. */
export interface PersonCall {
  /** The index of the call's log entry. */
  readonly entry: number;
  readonly time: SimTime;
  readonly actor: Actor;
  readonly action: Action;
  /** The reason why the call failed; `undefined` if it did not. */
  readonly failure: string | undefined;
  /** The texts in the call's arguments that earlier calls generated, such as ids. They differ with another seed. */
  readonly made: ReadonlyMap<string, ResultSource>;
}

/** The person's calls in `run`, in order, and notes on other acts of the person. */
function actsOf(
  store: Store,
  { id, start }: RunSummary,
): { readonly acts: readonly PersonCall[]; readonly notes: readonly string[] } {
  const turns = store.turns(id).filter((turn) => turn.by === 'person');
  const notes = turns.flatMap(({ act, time }) => {
    const offset = `+${toSeconds((time - start) as SimSpan)} s`;
    if (act.kind === 'set')
      return [`A state was set by hand at ${offset}: no event does that, and it is left out.`];
    return act.kind === 'mode' ? [`The agent was changed at ${offset}: that is left out.`] : [];
  });
  const waiting = turns.flatMap(({ act, position }) => (act.kind === 'call' ? [{ ...act, position }] : []));
  const acts: PersonCall[] = [];
  const made = new Map<string, ResultSource>();
  for (const head of headsOf(store, id)) {
    if (!('action' in head)) continue;
    const { index, due, event, action, outcome } = head;
    const nth = waiting.findIndex(
      ({ actor, action: wanted, position }) =>
        'direct' in head && position <= index && actor === head.kind && isSameCall(wanted, action),
    );
    if (nth >= 0) {
      waiting.splice(nth, 1);
      const { app, tool, args } = action;
      const used = textsIn(args).flatMap((text) => {
        const source = made.get(text);
        return source === undefined ? [] : [[text, source] as const];
      });
      acts.push({
        entry: index,
        time: due,
        actor: head.kind,
        action: { app, tool, args },
        failure: outcome.status === 'failed' ? failureText(outcome.error) : undefined,
        made: new Map(used),
      });
    }
    if (outcome.status !== 'done' || action.effect !== 'write') continue;
    const by = nth >= 0 ? 'person' : 'direct' in head || head.oracle ? 'agent' : 'event';
    const given = new Set(textsIn(action.resolved ?? action.args));
    placesOf(outcome.value, (text, path) => {
      if (isId(text) && !given.has(text) && !made.has(text))
        made.set(text, { entry: index, event, action, by, path });
    });
  }
  return { acts, notes };
}

const isSameCall = (one: Action, other: Action): boolean =>
  one.app === other.app && one.tool === other.tool && isSameJson(one.args, other.args);

/** Whether `text` may be an id. Shorter texts may be equal by chance. */
const isId = (text: string): boolean => /^\S{8,}$/.test(text);

/** Calls `found` with each text in `value` and its path. */
function placesOf(
  value: Json,
  found: (text: string, path: readonly string[]) => void,
  path: readonly string[] = [],
): void {
  if (typeof value === 'string') found(value, path);
  else if (typeof value === 'object' && value !== null)
    for (const [key, part] of Object.entries<Json>(value)) placesOf(part, found, [...path, key]);
}

function textsIn(value: Json): readonly string[] {
  const texts: string[] = [];
  placesOf(value, (text) => texts.push(text));
  return texts;
}

interface Written {
  readonly text: string;
  readonly notes: readonly string[];
}

interface WrittenActs {
  readonly acts: readonly PersonCall[];
  /** The name of the acts' run, for the comment above them. */
  readonly run: string;
  /** The simulated start time of the scenario. */
  readonly start: SimTime;
  /** The scenario's duration in seconds, if it has one. */
  readonly ends: number | undefined;
  readonly planned: readonly EventOutline[];
}

/**
 * The text of an ARE scenario file with `acts` added to its events, each at its time.
 * @throws {TraceError} when `text` is not JSON.
 * @throws {ProblemError} when the file has no list of events.
 */
function documentWithActs(
  text: string,
  path: string,
  { acts, apps, run }: WrittenActs & { readonly apps: readonly AppSummary[] },
): Written {
  const read = readJson(text);
  if ('findings' in read) throw new TraceError(path, read.findings);
  const document = read.value;
  const events = isJsonObject(document) ? document['events'] : undefined;
  if (!Array.isArray(events))
    throw new ProblemError(
      'no-events',
      `${path}: "events" is missing or not a list, so your actions cannot be added to it`,
    );
  const idOf = (entry: number): string => `${run}-${entry}`;
  const done = writePlannedEvents(
    acts
      .filter(({ failure }) => failure === undefined)
      .map(({ entry, time, actor, action, made }) => ({
        id: eventId(idOf(entry)),
        kind: actor,
        timing: { kind: 'at', time, after: [] },
        place: undefined,
        action: {
          ...action,
          args: replaced(action.args, (value) => {
            const source = made.get(value);
            if (source === undefined || source.by === 'agent') return value;
            const id = source.by === 'person' ? idOf(source.entry) : source.event;
            return `{{${[id, ...source.path].join('.')}}}`;
          }),
        },
        oracle: false,
        onFailure: 'continue',
      })),
    toolFinder(apps),
  );
  const all = [...(events as readonly Json[]), ...done];
  return {
    text: `${JSON.stringify({ ...(document as JsonObject), events: all }, null, 2)}\n`,
    notes: madeByAgent(acts),
  };
}

/** `args` with each text that is a whole argument replaced. */
const replaced = (args: JsonObject, replace: (text: string) => string): JsonObject =>
  Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, typeof value === 'string' ? replace(value) : value]),
  );

/** Notes on the acts that cannot be repeated with another agent. */
const madeByAgent = (acts: readonly PersonCall[]): readonly string[] =>
  acts.flatMap(({ entry, action, failure, made }) => {
    const source = [...made.values()].find(({ by }) => by === 'agent');
    if (source === undefined || failure !== undefined) return [];
    const { app, tool } = source.action;
    return [
      `#${entry} ${action.app}.${action.tool} uses what the agent made with ${app}.${tool}: it happens only if the agent makes the same id.`,
    ];
  });

/** A text to insert into the source. */
interface Insertion {
  readonly at: number;
  /** The end of the replaced text; `at` when nothing is replaced. */
  readonly end?: number;
  readonly text: string;
}

/** The source of a scenario, and the acts to add to its events. */
interface VersionInput extends WrittenActs {
  readonly path: string;
  readonly source: string;
}

/**
 * The scenario's source with `acts` appended to the body of its `events`, each at its time. Results of earlier calls are written
 * as references, and results of the agent's calls are waited for. A duration that ends before the last act is extended.
 * @throws {ProblemError} when the scenario has no `events` function with a body of its own.
 */
function sourceWithActs(typescript: TypeScript, input: VersionInput): Written {
  const { path, source, start, run, acts, ends, planned } = input;
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
  const margin = lineIndent(source, events.body.statements.at(-1)?.getStart(file));
  const offsetOf = ({ time }: PersonCall): number => toSeconds((time - start) as SimSpan);
  const free = (name: string): string => (source.includes(name) ? free(`${name}_`) : name);
  const named = new Map<string, string>();
  const happened = acts.filter(({ failure }) => failure === undefined);
  /** The number of added declarations: the calls, and the conditions that they wait for. */
  const added =
    happened.length +
    new Set(
      happened.flatMap(({ made }) =>
        [...made.values()].flatMap(({ by, entry }) => (by === 'agent' ? [entry] : [])),
      ),
    ).size;
  const isUsed = new Set(happened.flatMap(({ made }) => [...made.values()]).map(({ entry }) => entry));
  /** The expression for a result: by a variable name or, for an event without one in scope, by its id. */
  const reference = ({ by, entry, event, path: within }: ResultSource): string => {
    const known =
      by === 'person'
        ? free(`call${entry}`)
        : (named.get(event) ??
          nameOfEvent(typescript, file, events.body, { planned, event, free, insertions }));
    if (known === undefined) return text(`{{${[idAmongMore(event, planned, added), ...within].join('.')}}}`);
    named.set(event, known);
    if (within.length === 0) return `${known}.result`;
    // What a tool answers may be null or of several types.
    const type = within.reduceRight((inner, key) => `{ ${keyOf(key)}: ${inner} }`, 'string');
    const part = within.map((key) => (isName(key) ? `.${key}` : `[${text(key)}]`)).join('');
    return `(${known}.result as unknown as ${type})${part}`;
  };
  const conditions = new Map<number, string>();
  const lines = acts.flatMap((act) => {
    const { entry, actor, action, failure, made } = act;
    const { app, tool, args } = action;
    const called = isName(tool) ? `.${tool}` : `[${toLiteral(tool)}]`;
    const timing = `.by('${actor}').at(${seconds}(${offsetOf(act)}))`;
    if (failure !== undefined) {
      const call = `${apps.get(app)!}${called}(${toLiteral(args)})${timing}`;
      return [comment(margin, `#${entry} failed: ${failure}`), comment(margin, `${call};`)];
    }
    const given = toLiteral(args, (value) => {
      const from = made.get(value);
      return from === undefined || from.by === 'agent' ? undefined : reference(from);
    });
    const before: string[] = [];
    const waits = [...made].flatMap(([id, from]) => {
      if (from.by !== 'agent') return [];
      const known = conditions.get(from.entry);
      if (known !== undefined) return [known];
      const name = free(`made${from.entry}`);
      const condition = secondParameter(typescript, events, 'condition', insertions);
      const what = `${from.action.app}.${from.action.tool}`;
      conditions.set(from.entry, name);
      before.push(
        comment(margin, `Waits until ${what} of the agent has made this id.`),
        `${margin}const ${name} = ${condition}(${text(`${what} made ${id}`)}, (_world, past) =>`,
        `${margin}  past`,
        `${margin}    .calls(${text(from.action.app)}, ${text(from.action.tool)})`,
        `${margin}    .some(({ outcome }) => outcome.status === 'done' && JSON.stringify(outcome.value).includes(${text(id)})),`,
        `${margin});`,
      );
      return [name];
    });
    const after =
      waits.length === 0 ? '' : `.after(${waits.length === 1 ? waits[0]! : `[${waits.join(', ')}]`})`;
    const kept = isUsed.has(entry) ? `const ${free(`call${entry}`)} = ` : '';
    return [...before, `${margin}${kept}${apps.get(app)!}${called}(${given})${after}${timing};`];
  });
  const last = Math.max(...happened.map(offsetOf), 0);
  const isLonger = ends !== undefined && ends <= last;
  const longer = Math.ceil(last) + 60;
  if (isLonger) insertions.push(durationFor(typescript, file, `${seconds}(${longer})`));
  // After the last statement or comment.
  const end = source.slice(0, events.body.end - 1).trimEnd().length;
  const heading = comment(
    margin,
    `What a person did in run ${run}.${isLonger ? ' The duration is longer, so that all of it happens.' : ''}`,
  );
  return {
    text: inserted(source, [...insertions, { at: end, text: `\n\n${[heading, ...lines].join('\n')}` }]),
    notes: [
      ...madeByAgent(acts),
      ...(isLonger ? [`The duration is ${longer} s in place of ${ends} s, so that all of it happens.`] : []),
    ],
  };
}

/** A comment of one line, whatever `words` contain. */
const comment = (margin: string, words: string): string =>
  `${margin}// ${words.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')}`;

/** The id of a planned event when `added` more are declared after it: all numbers in ids have the same number of digits. */
function idAmongMore(event: string, planned: readonly EventOutline[], added: number): string {
  const declared = planned.filter(({ isNoise }) => isNoise !== true);
  const number = /^\d+(?=-)/.exec(event)?.[0];
  if (number === undefined || declared[Number(number) - 1]?.id !== event) return event;
  const width = String(declared.length + added).length;
  return `${String(Number(number)).padStart(width, '0')}${event.slice(number.length)}`;
}

/** Methods of a declared event, all of which return it. */
const CHAINED_METHODS: ReadonlySet<string> = new Set([
  'id',
  'at',
  'after',
  'by',
  'hint',
  'dormant',
  'unchecked',
  'onFailure',
  'expectedTime',
]);

interface NamingEvent {
  readonly planned: readonly EventOutline[];
  readonly event: string;
  readonly free: (name: string) => string;
  readonly insertions: Insertion[];
}

/** The variable of a planned event, which is created if it has none; `undefined` if it is out of scope at the end of `body`. */
function nameOfEvent(
  typescript: TypeScript,
  file: ts.SourceFile,
  body: ts.Block,
  { planned, event, free, insertions }: NamingEvent,
): string | undefined {
  const place = planned.find(({ id }) => id === event)?.place;
  if (place?.file !== file.fileName) return undefined;
  const position = file.getPositionOfLineAndCharacter(place.line - 1, place.column - 1);
  const statement = body.statements.find((one) => one.getStart(file) <= position && position < one.end);
  if (statement === undefined) return undefined;
  const inside = planned.filter(({ place: other }) => {
    if (other?.file !== file.fileName) return false;
    const at = file.getPositionOfLineAndCharacter(other.line - 1, other.column - 1);
    return statement.getStart(file) <= at && at < statement.end;
  });
  const tool = planned.find(({ id }) => id === event)?.action?.tool;
  if (inside.length !== 1 || tool === undefined) return undefined;
  const isDeclaration = (expression: ts.Expression | undefined): boolean => {
    if (expression === undefined || !typescript.isCallExpression(expression)) return false;
    const { expression: called } = expression;
    if (!typescript.isPropertyAccessExpression(called)) return false;
    return (
      called.name.text === tool || (CHAINED_METHODS.has(called.name.text) && isDeclaration(called.expression))
    );
  };
  if (typescript.isVariableStatement(statement)) {
    const [declared, ...others] = statement.declarationList.declarations;
    // A variable that is assigned again may mean another event at the end.
    const isConst = (statement.declarationList.flags & typescript.NodeFlags.Const) !== 0;
    const isOne =
      isConst &&
      others.length === 0 &&
      typescript.isIdentifier(declared!.name) &&
      isDeclaration(declared!.initializer);
    return isOne ? declared!.name.getText(file) : undefined;
  }
  if (!typescript.isExpressionStatement(statement) || !isDeclaration(statement.expression)) return undefined;
  const name = free(`event${planned.findIndex(({ id }) => id === event) + 1}`);
  insertions.push({ at: statement.getStart(file), text: `const ${name} = ` });
  return name;
}

/** The expression for `name` of the second parameter of `events`, which is added if missing. */
function secondParameter(
  typescript: TypeScript,
  { parameter, second }: EventsBody,
  name: string,
  insertions: Insertion[],
): string {
  const add = (at: number, words: string): string => {
    if (!insertions.some((one) => one.at === at && one.text === words)) insertions.push({ at, text: words });
    return name;
  };
  if (second === undefined) return add(parameter!.end, `, { ${name} }`);
  if (typescript.isIdentifier(second.name)) return `${second.name.text}.${name}`;
  if (!typescript.isObjectBindingPattern(second.name)) return name;
  const { elements } = second.name;
  const known = elements.find((one) => (one.propertyName ?? one.name).getText() === name);
  if (known !== undefined) return known.name.getText();
  const [first] = elements;
  return first === undefined ? add(second.name.end - 1, ` ${name} `) : add(first.getStart(), `${name}, `);
}

/** Writes `duration` into the definition of the scenario. */
function durationFor(typescript: TypeScript, file: ts.SourceFile, duration: string): Insertion {
  const definition = definitionIn(typescript, file)!;
  const written = definition.properties.find((one) => one.name?.getText(file) === 'duration');
  if (written !== undefined)
    return { at: written.getStart(file), end: written.end, text: `duration: ${duration}` };
  const last = definition.properties.at(-1)!;
  return { at: last.end, text: `,\n  duration: ${duration}` };
}

interface EventsBody {
  readonly body: ts.Block;
  readonly parameter: ts.ParameterDeclaration | undefined;
  readonly second: ts.ParameterDeclaration | undefined;
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
  return { body, parameter: parameters[0], second: parameters[1] };
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
  acts: readonly PersonCall[],
  insertions: Insertion[],
): ReadonlyMap<string, string> {
  const wanted = [...new Set(acts.map(({ action }) => action.app as string))];
  if (parameter === undefined)
    throw new ProblemError('no-events', `${file.fileName}: "events" takes no apps: write events({ … })`);
  const { name } = parameter;
  if (typescript.isIdentifier(name))
    return new Map(
      wanted.map((app) => [app, `${name.text}${isName(app) ? `.${app}` : `[${toLiteral(app)}]`}`]),
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
  const written = missing.map((app) => (isName(app) ? app : `${toLiteral(app)}: ${bound.get(app)!}`));
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
function lineIndent(source: string, place: number | undefined): string {
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
function toLiteral(value: Json, instead: (text: string) => string | undefined = () => undefined): string {
  if (typeof value === 'string') return instead(value) ?? text(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map((inner) => toLiteral(inner, instead)).join(', ')}]`;
  const fields = Object.entries(value).map(([key, inner]) => `${keyOf(key)}: ${toLiteral(inner, instead)}`);
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
