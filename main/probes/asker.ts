import type { Change } from '../../engine/model/index.ts';
import { createRealm } from '../scenario/realm.ts';
import { watchdog } from '../scenario/watchdog.ts';
import { REALM_CODE } from './realm-code.ts';

const LONGEST = 200; // characters of a text or of JSON
const LAPS = Infinity;

/** An expression, and the states it is asked of. */
export interface Asker {
  /** The apps that it has looked at so far. */
  readonly seen: ReadonlySet<string>;
  /** Goes on by what an entry changed; what is of other apps than {@link seen} is passed over. */
  write(changes: readonly Change[]): void;
  /** What the expression comes to by now, a `ProbeValue` as JSON; `undefined` where that is what it came to last. */
  ask(): string | undefined;
  /** Does `work`, and tears it down when it does not come back. @throws {WatchdogError} then. */
  within<Answer>(work: () => Answer): Answer;
}

interface InRealm {
  readonly write: (changes: string) => void;
  readonly asking: (expression: unknown) => () => string | undefined;
}

/**
 * Makes a realm for `expression` alone, in which it is handed frozen states. Like every realm it guards against accidents,
 * not against intent. `stateOf` answers the state of one of the apps `names` as it is by now; it is called once for each
 * that is looked at.
 *
 * @throws {SyntaxError} when it is no expression.
 */
export function askerOf(
  expression: string,
  names: readonly string[],
  stateOf: (app: string) => unknown,
  limit: number,
): Asker {
  const nowhere = { ofBundle: () => undefined };
  const timeless = { now: undefined, random: () => 0 };
  const realm = createRealm(nowhere, timeless, { laps: LAPS, time: limit });
  const seen = new Set<string>();
  let trouble: { readonly thrown: unknown } | undefined;
  const read = (app: string): string => {
    seen.add(app);
    try {
      return JSON.stringify(stateOf(app));
    } catch (thrown) {
      // Not through the expression, which would make an answer of it.
      trouble = { thrown };
      return 'null';
    }
  };
  const { write, asking } = realm.evaluate(REALM_CODE, {
    names,
    missing: missingIn(expression, names),
    read,
    longest: LONGEST,
  }) as InRealm;
  const ask = asking(
    realm.evaluate(`module.exports = (apps, world) => (${expression}\n)`, Object.freeze({})),
  );
  return {
    seen,
    write: (changes) => {
      write(JSON.stringify(changes));
    },
    ask: () => {
      const answer = ask();
      if (trouble !== undefined) throw trouble.thrown;
      return answer;
    },
    within: watchdog(realm.context, limit),
  };
}

/** What is said instead of what the language says of an app that is not there; nothing where all are. */
function missingIn(expression: string, names: readonly string[]): string {
  const asked = Array.from(
    expression.matchAll(/(?<![\w$.])(?:apps|world)\??\.([A-Za-z_$][\w$]*)/g),
    ([, name]) => name!,
  );
  const missing = asked.find((name) => !names.includes(name));
  return missing === undefined ? '' : `this run has no app "${missing}"`;
}
