// node scripts/list-strings.mjs: prints every text of the window, with its file and place.
// With --check it prints the texts that are not written as the others are, those of the engine and the host included.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = ['renderer', 'main/shell'];

/** Attributes and properties whose text people never see. */
const UNREAD = new Set([
  'className',
  'class',
  'd',
  'href',
  'htmlFor',
  'id',
  'key',
  'name',
  'rel',
  'role',
  'src',
  'style',
  'type',
  'value',
  'data-testid',
  'inputMode',
  'autoComplete',
  'fontFamily',
  'transform',
  'paddingLeft',
  'keys',
  'width',
  'narrow',
  'aria-keyshortcuts',
  'glyphMarginClassName',
]);
/** Attributes and properties whose text people see, even if it is one short word. */
const READ = new Set([
  'label',
  'title',
  'text',
  'hint',
  'placeholder',
  'words',
  'word',
  'heading',
  'verb',
  'empty',
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'detail',
  'message',
  'unit',
  'expected',
]);
/** Constants with texts for people: `KIND_WORDS`, `LABELS`, `THEMES` … */
const OF_WORDS = /(WORDS|LABELS|HINTS|TITLES|NAMES|KINDS|CHOICES|UNITS|TEXTS|THEMES|LANES|CLOCKS|MODES)$/;
/** Functions whose arguments are selectors, ids, kinds or names of fields. */
const TECHNICAL =
  /(querySelector(All)?|closest|matches|getElementById|addEventListener|removeEventListener|setAttribute|getAttribute|toggleAttribute|clsx|getPropertyValue|setProperty|createElement|getContext|startsWith|endsWith|includes|split|join|has|ask|bind|run|can|useCommand|useAnswer|dispatchEvent|Error|RegExp|Path2D|matchMedia|localeCompare|useStore|keysOf|commandOf|call|listen|getItem|setItem|textOf|textsOf|paletteOf|chordOf)$/;

/** Whether `text` looks like a text for people: more than one word, or a word with a capital. */
const isSentence = (/** @type {string} */ text) =>
  /[\p{L}]/u.test(text) &&
  !/^(\.{0,2}\/|--|#|var\(|rgb|[\w-]+:[\w-]*$)/.test(text) &&
  !/^(\{…\})?[MLCZ]([\d\s.,-]|\{…\})|\[\w+=|^\{…\}px/.test(text) &&
  (/\p{L}.*\s\S*\p{L}|\p{L}\s/u.test(text) || /^\p{Lu}\p{Ll}+…?$/u.test(text));

/**
 * The text of a literal, with `{…}` in place of values; `undefined` when `node` is not a literal.
 * @param {ts.Node} node
 */
function textOf(node) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `{…}${literal.text}`).join('');
  if (ts.isJsxText(node)) return node.text.replace(/\s+/g, ' ').trim();
  return undefined;
}

/** @param {ts.NamedDeclaration} node */
const nameOf = ({ name }) => (name !== undefined && ts.isIdentifier(name) ? name.text : undefined);

/**
 * The code around a literal, from the inside out.
 * @param {ts.Node} node
 */
function contextOf(node) {
  /** @type {{ attribute: string | undefined, constant: string | undefined, part: string | undefined, technical: boolean }} */
  const context = { attribute: undefined, constant: undefined, part: undefined, technical: false };
  let inner = node;
  for (let outer = node.parent; !ts.isSourceFile(outer); inner = outer, outer = outer.parent) {
    if (
      ts.isImportDeclaration(outer) ||
      ts.isExportDeclaration(outer) ||
      ts.isLiteralTypeNode(outer) ||
      (ts.isElementAccessExpression(outer) && outer.argumentExpression === inner) ||
      (ts.isPropertyAccessExpression(outer) && outer.expression === node) ||
      (ts.isBinaryExpression(outer) && /^[!=<>]/.test(outer.operatorToken.getText())) ||
      (ts.isCaseClause(outer) && outer.expression === inner) ||
      (ts.isPropertyAssignment(outer) && outer.name === inner) ||
      (ts.isCallExpression(outer) &&
        outer.expression !== inner &&
        TECHNICAL.test(outer.expression.getText())) ||
      (ts.isNewExpression(outer) && TECHNICAL.test(outer.expression.getText()))
    )
      context.technical = true;
    if (ts.isJsxAttribute(outer) || ts.isPropertyAssignment(outer))
      context.attribute ??= outer.name.getText().replaceAll(/['"]/g, '');
    if (ts.isVariableDeclaration(outer)) context.constant ??= nameOf(outer);
    if (
      ts.isFunctionDeclaration(outer) ||
      ts.isMethodDeclaration(outer) ||
      ts.isClassDeclaration(outer) ||
      (ts.isVariableDeclaration(outer) && ts.isSourceFile(outer.parent.parent.parent))
    )
      context.part = nameOf(outer) ?? context.part;
  }
  return context;
}

/** @param {string} file */
const sourceOf = (file) =>
  ts.createSourceFile(
    file,
    readFileSync(join(ROOT, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );

/**
 * The texts for people in a file, in order.
 * @param {string} file
 */
function stringsOf(file) {
  /** @type {{ part: string, attribute: string, text: string }[]} */
  const found = [];
  const visit = (/** @type {ts.Node} */ node) => {
    const text = textOf(node);
    if (text !== undefined && text !== '') {
      const { attribute, constant, part, technical } = contextOf(node);
      const read =
        READ.has(attribute ?? '') || (OF_WORDS.test(constant ?? '') && !UNREAD.has(attribute ?? ''));
      const unread = technical || UNREAD.has(attribute ?? '');
      if (
        !unread &&
        /\p{L}/u.test(text) &&
        !/^[a-z]$/.test(text) &&
        (ts.isJsxText(node) || read || isSentence(text))
      )
        found.push({ part: part ?? '', attribute: ts.isJsxText(node) ? '' : (attribute ?? ''), text });
    }
    ts.forEachChild(node, visit);
  };
  visit(sourceOf(file));
  return found;
}

/** @param {readonly string[]} folders */
const sourcesIn = (folders) =>
  folders
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx?$/.test(file))
        .map((file) => relative(ROOT, join(ROOT, folder, file)).replaceAll('\\', '/')),
    )
    .sort();

const files = sourcesIn(FOLDERS).filter((file) => !/(protocol|security)\.ts$/.test(file));

/** A way of writing that no text has. */
const MISTAKES = [
  { pattern: /\.\.\./, message: 'has three dots in place of …' },
  { pattern: /\p{L}'\p{L}/u, message: 'has a straight apostrophe in place of ’' },
  { pattern: /\S {2,}\S/, message: 'has two spaces' },
];

/** Files whose texts models read, logs contain, or ARE has written. */
const VERBATIM =
  /^(engine\/apps\/|engine\/validation\/judge\/compare-texts\.ts|main\/host\/runs\/text-reader\.ts|main\/host\/scenarios\/language\/|main\/model-agent\/)/;
const SQL = /\bCREATE (?:TABLE|VIEW)\b/;
const APOSTROPHE = /(?:^|[\p{L}\p{N}])'(?:s|t|re|ve|ll|d)\b|s' \p{L}/u;

/**
 * The texts in a file with an apostrophe that is not ’, whoever reads them.
 * @param {string} file
 */
function straightApostrophes(file) {
  /** @type {string[]} */
  const found = [];
  const visit = (/** @type {ts.Node} */ node) => {
    const text = textOf(node);
    if (text !== undefined && APOSTROPHE.test(text) && !SQL.test(text)) found.push(text);
    ts.forEachChild(node, visit);
  };
  visit(sourceOf(file));
  return found;
}

/** The texts that are not written as the others are: a line for each, with its file. */
const mistakes = () => [
  ...files.flatMap((file) =>
    stringsOf(file).flatMap(({ text }) =>
      MISTAKES.filter(({ pattern }) => pattern.test(text)).map(
        ({ message }) => `${file}: ${JSON.stringify(text)} ${message}.`,
      ),
    ),
  ),
  ...sourcesIn(['engine', 'main', 'preload'])
    .filter((file) => !VERBATIM.test(file))
    .flatMap((file) =>
      straightApostrophes(file).map(
        (text) => `${file}: ${JSON.stringify(text)} has a straight apostrophe in place of ’.`,
      ),
    ),
];

/** The list as a page: a heading for each file, a line for each string, with the component or constant around it. */
function page() {
  let count = 0;
  const sections = files.flatMap((file) => {
    const strings = stringsOf(file);
    if (strings.length === 0) return [];
    count += strings.length;
    const lines = strings.map(({ part, attribute, text }) => {
      const place = [part, attribute].filter(Boolean).join(', ');
      return `- ${JSON.stringify(text)}${place === '' ? '' : ` (${place})`}`;
    });
    return [`## ${file}\n\n${lines.join('\n')}\n`];
  });
  return `# The strings of the window

${count} labels, tooltips, empty states, notices, dialogs and errors, by file, with the component or constant they stand in;
\`{…}\` is where values are put in.

${sections.join('\n')}`;
}

if (process.argv.includes('--check')) {
  const lines = mistakes();
  if (lines.length > 0) console.error(lines.join('\n'));
  process.exitCode = lines.length > 0 ? 1 : 0;
} else process.stdout.write(page());
