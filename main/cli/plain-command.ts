import { Command, type ErrorOptions } from 'commander';
import { OrreryError } from '../../engine/index.ts';
import { truncate } from '../../engine/model/index.ts';

/** More of a value is not repeated in a message. */
const MAX_QUOTED = 80; // characters

/** A command that reports wrong usage in one plain sentence. */
export class PlainCommand extends Command {
  override createCommand(name?: string): PlainCommand {
    return new PlainCommand(name);
  }

  /** @throws {UsageError} with our wording of the parser's `message`. */
  override error(message: string, { code = '' }: ErrorOptions = {}): never {
    throw new UsageError(this.#words[code]?.(message) ?? message);
  }

  readonly #words: Readonly<Record<string, (message: string) => string>> = {
    'commander.unknownCommand': (message) =>
      `There is no command "${quoted(message)}". ${suggestionText(message) ?? `The commands are ${this.#names()}.`}`,
    'commander.unknownOption': (message) =>
      `${this.#call()} has no option ${quoted(message)}. ${this.#optionFor(message)}`,
    'commander.missingArgument': (message) =>
      `<${quoted(message)}> is missing: ${this.#call()} ${this.usage()}`,
    'commander.excessArguments': () =>
      `"${this.args[this.registeredArguments.length] ?? ''}" is one argument too many: ${this.#call()} ${this.usage()}`,
    'commander.missingMandatoryOptionValue': (message) => {
      const flags = quoted(message);
      const { description } = this.options.find((option) => option.flags === flags)!;
      return `${this.#call()} needs ${flags}: ${description}`;
    },
    'commander.optionMissingArgument': (message) =>
      `${nameOf(quoted(message))} needs a value: ${quoted(message)}`,
    'commander.conflictingOption': (message) => {
      const [one = '', other = ''] = Array.from(message.matchAll(/'(.+?)'/g), ([, flags]) => nameOf(flags!));
      return `${one} and ${other} exclude each other: give one of them`;
    },
    'commander.invalidArgument': (message) => {
      // Of an option: '--seed <n>' argument 'x' is invalid. Of an argument: value 'x' is invalid for argument 'action'.
      const { flags, argument, value, wanted } =
        /(?:'(?<flags>.+?)' argument|value) '(?<value>[^]*)' is invalid(?: for argument '(?<argument>.+?)')?\. (?:Allowed choices are )?(?<wanted>[^]*?)\.?$/.exec(
          message,
        )!.groups!;
      const name = argument === undefined ? nameOf(flags!) : `<${argument}>`;
      return `${name}: "${truncate(value!, MAX_QUOTED)}" is not valid. Give ${message.includes('Allowed choices') ? 'one of ' : ''}${wanted}.`;
    },
  };

  #call(): string {
    return this.parent === null ? this.name() : `${this.parent.name()} ${this.name()}`;
  }

  #names(): string {
    return this.commands.map((command) => command.name()).join(', ');
  }

  #optionFor(message: string): string {
    const near = suggestionText(message);
    if (near !== undefined) return near;
    const isOfACommand = this.commands.some(({ options }) =>
      options.some(({ long, short }) => [long, short].includes(quoted(message))),
    );
    return isOfACommand ? 'Give it after the command.' : `"${this.#call()} --help" lists its options.`;
  }
}

/** The quoted name in the parser's message. */
const quoted = (message: string): string => /'([^]+?)'(?:$|\s)/.exec(message)?.[1] ?? '';

/** The parser's suggestion, as a sentence. */
const suggestionText = (message: string): string | undefined => {
  const [, near] = /\(Did you mean (?:one of )?(.+)\?\)$/.exec(message) ?? [];
  return near === undefined ? undefined : `Did you mean ${near.replace(/, (?=[^,]+$)/, ' or ')}?`;
};

/** `--out` from `-o, --out <file>`. */
const nameOf = (flags: string): string => /--[\w-]+/.exec(flags)?.[0] ?? flags;

/** The command line is wrong, or refers to something that does not exist: a run, a file, an entry. */
export class UsageError extends OrreryError {
  override readonly name = 'UsageError';
  readonly code = 'bad-usage';
}
