import { appName } from '../../../engine/model/values/ids.ts';
import type { Json, JsonObject } from '../../../engine/model/values/json.ts';
import type { Outcome } from '../../../engine/model/outcome.ts';
import type { Path } from '../../../engine/model/values/paths.ts';
import { seededRandom } from '../../../engine/model/values/random.ts';
import { parseInstant, toSeconds } from '../../../engine/model/values/time.ts';
import type { AppInstance } from '../../../engine/world/app.ts';
import { type CallResult, World } from '../../../engine/world/world.ts';

/** Monday, 2026-01-05 09:00:00: the time in these tests. */
export const NOW = toSeconds(parseInstant('2026-01-05T09:00:00Z'));

export const HOUR = 3600;

const name = appName('app');

/** An app in its own world. Generated ids are `id-1`, `id-2` and so on. */
export class AppUnderTest<State extends object> {
  readonly #world: World;

  constructor(app: AppInstance<State>) {
    let ids = 0;
    this.#world = new World(
      { app },
      {
        now: () => parseInstant('2026-01-05T09:00:00Z'),
        random: seededRandom(1),
        newId: () => `id-${(ids += 1)}`,
      },
    );
  }

  get state(): State {
    return this.#world.state(name) as State;
  }

  call(tool: string, args: JsonObject = {}): CallResult {
    return this.#world.call({ app: name, tool, args });
  }

  /** Sets a value in the state, as a manual state change does. */
  set(path: Path, value: Json): void {
    this.#world.set(name, path, value);
  }

  /** The answer of a call. @throws when the call fails. */
  ask(tool: string, args: JsonObject = {}): Json {
    const { outcome } = this.call(tool, args);
    if (outcome.status === 'done') return outcome.value;
    throw new Error(`${tool} should have answered, got ${JSON.stringify(outcome)}`);
  }

  /** The error of a call, as `ValueError: …`. @throws when the call changed the state. */
  refusal(tool: string, args: JsonObject = {}): string {
    const before = JSON.stringify(this.state);
    const { outcome, changes } = this.call(tool, args);
    if (changes.length > 0 || JSON.stringify(this.state) !== before)
      throw new Error(`${tool} was refused and changed the state`);
    return printFailure(outcome);
  }
}

const printFailure = (outcome: Outcome): string =>
  outcome.status === 'failed' ? `${outcome.error.type}: ${outcome.error.message}` : outcome.status;
