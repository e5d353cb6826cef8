import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const ENGINE = join(import.meta.dirname, '../../../engine');
const FILE = join(import.meta.dirname, 'hinted.ts');

const APPS = {
  emailClient: 'options?: MailboxOptions',
  calendar: 'options?: CalendarOptions',
  messaging: 'options?: MessagingOptions',
  namedMessaging: 'options?: NamedMessagingOptions',
  contacts: 'options?: ContactsOptions',
  shopping: 'options?: ShopOptions',
  cab: 'options?: CabOptions',
  fileSystem: 'options?: FileSystemOptions',
  virtualFileSystem: 'options?: FileSystemOptions',
  apartmentListing: 'options?: ListingOptions',
  city: 'options?: CityOptions',
  agentUserInterface: '',
  reminderApp: '',
  systemApp: '',
} as const;

const SOURCE = `
import { ${Object.keys(APPS).join(', ')}, scenario } from '${ENGINE}/scenario/orrery.ts';
export const apps = [${Object.keys(APPS)
  .map((name) => `${name}()`)
  .join(', ')}];
export default scenario({
  name: 'hinted',
  apps: () => ({ mail: emailClient(), user: agentUserInterface() }),
  events({ mail }, { condition, validation, agentValidation, oracle, stop }) {
    condition(); validation(); agentValidation(); oracle(); stop();
    mail.delete_email().at().after();
  },
});
`;

/** The parameter hint that an editor shows in the call of `name`, with its comment. */
const hintIn = (
  editor: ts.LanguageService,
  name: string,
): { readonly text: string; readonly about: string } => {
  const at = SOURCE.indexOf(`${name}(`, SOURCE.indexOf('export const')) + name.length + 1;
  const hint = editor.getSignatureHelpItems(FILE, at, {})!.items[0]!;
  const textOf = (parts: readonly ts.SymbolDisplayPart[]): string => parts.map(({ text }) => text).join('');
  const parameters = hint.parameters.map(({ displayParts }) => textOf(displayParts)).join(', ');
  return {
    text: textOf(hint.prefixDisplayParts) + parameters + textOf(hint.suffixDisplayParts),
    about: textOf(hint.documentation),
  };
};

const editorOf = (): ts.LanguageService => {
  const options: ts.CompilerOptions = {
    strict: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    noEmit: true,
    lib: ['lib.es2023.d.ts'],
    types: [],
  };
  const read = (file: string): string | undefined => (file === FILE ? SOURCE : ts.sys.readFile(file));
  return ts.createLanguageService({
    getScriptFileNames: () => [FILE],
    getScriptVersion: () => '1',
    getScriptSnapshot: (file) => {
      const text = read(file);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => ENGINE,
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (file) => file === FILE || ts.sys.fileExists(file),
    readFile: read,
  });
};

describe('parameter hints in the editor', () => {
  const editor = editorOf();

  it.each(Object.entries(APPS))('name the options of %s', (name, parameters) => {
    const { text, about } = hintIn(editor, name);

    expect(text).toBe(`${name}(${parameters}): ${name[0]!.toUpperCase()}${name.slice(1)}`);
    expect(about).toMatch(/^[A-Z].*\.$/);
  });

  it.each(['condition', 'validation', 'agentValidation', 'oracle', 'stop', 'at', 'after'])(
    'of %s fit in two lines',
    (name) => {
      expect(hintIn(editor, name).text.length).toBeLessThanOrEqual(130);
    },
  );

  it('name the apps in checks', () => {
    expect(hintIn(editor, 'validation').text).toBe(
      'validation(checks: StateChecks<{ mail: EmailClient; user: AgentUserInterface; }>): PolledDeclaration',
    );
  });
});
