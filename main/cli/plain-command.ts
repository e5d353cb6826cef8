import { Command, type ErrorOptions } from 'commander';
import { OrreryError } from '../../engine/index.ts';

/** A command that answers bad usage as all else here is answered: place, found and wanted, in a line. */
export class PlainCommand extends Command {
  override createCommand(name?: string): PlainCommand {
    return new PlainCommand(name);
  }

  /** @throws {UsageError} which says in our words what `message` says in the parser's. */
  override error(message: string, { code = '' }: ErrorOptions = {}): never {
    throw new UsageError(this.#words[code]?.(message) ?? message);
  }

  readonly #words: Readonly<Record<string, (message: string) => string>> = {
    'commander.unknownCommand': (message) =>
      `${quoted(message)}: found no such command, wanted ${meant(message) ?? `one of ${this.#names()}`}`,
    'commander.unknownOption': (message) =>
      `${quoted(message)}: found no such option of ${this.#call()}, wanted ${this.#optionFor(message)}`,
    'commander.missingArgument': (message) =>
      `${this.#call()}: found no <${quoted(message)}>, wanted ${this.#call()} ${this.usage()}`,
    'commander.excessArguments': () =>
      `${this.#call()}: found "${this.args[this.registeredArguments.length] ?? ''}" after all it takes, wanted ${this.#call()} ${this.usage()}`,
    'commander.missingMandatoryOptionValue': (message) => {
      const flags = quoted(message);
      const { description } = this.options.find((option) => option.flags === flags)!;
      return `${this.#call()}: found no ${nameOf(flags)}, wanted ${flags}, ${description}`;
    },
    'commander.optionMissingArgument': (message) =>
      `${nameOf(quoted(message))}: found nothing after it, wanted ${quoted(message)}`,
    'commander.conflictingOption': (message) => {
      const [one = '', other = ''] = Array.from(message.matchAll(/'(.+?)'/g), ([, flags]) => nameOf(flags!));
      return `${one}: found ${other} beside it, wanted one of them`;
    },
    'commander.invalidArgument': (message) => {
      const [, flags = '', value = '', wanted = ''] =
        /'(.+?)' argument '([^]*)' is invalid\. (?:Allowed choices are )?([^]*?)\.?$/.exec(message) ?? [];
      return `${nameOf(flags)}: found "${value}", wanted ${message.includes('Allowed choices') ? 'one of ' : ''}${wanted}`;
    },
  };

  #call(): string {
    return this.parent === null ? this.name() : `${this.parent.name()} ${this.name()}`;
  }

  #names(): string {
    return this.commands.map((command) => command.name()).join(', ');
  }

  #optionFor(message: string): string {
    const near = meant(message);
    if (near !== undefined) return near;
    const isOfACommand = this.commands.some(({ options }) =>
      options.some(({ long, short }) => [long, short].includes(quoted(message))),
    );
    return isOfACommand ? 'it after the command' : `one that "${this.#call()} --help" lists`;
  }
}

/** What the parser's message is about. */
const quoted = (message: string): string => /'([^]+?)'(?:$|\s)/.exec(message)?.[1] ?? '';

/** What it takes to have been meant. */
const meant = (message: string): string | undefined =>
  /\(Did you mean (?:one of )?(.+)\?\)$/.exec(message)?.[1]?.replace(/, (?=[^,]+$)/, ' or ');

/** `--out` of `-o, --out <file>`. */
const nameOf = (flags: string): string => /--[\w-]+/.exec(flags)?.[0] ?? flags;

/** The command line asked for something that is not there: a run, a file, an entry. */
export class UsageError extends OrreryError {
  override readonly name = 'UsageError';
  readonly code = 'bad-usage';
}
