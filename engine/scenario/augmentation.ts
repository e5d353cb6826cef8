import type { AppInstance } from '../apps/app.ts';
import { toldName } from '../apps/describe.ts';
import { noiseEvents } from '../noise/noise-events.ts';
import { noiseOf, type GivenNoise } from '../noise/noise.ts';
import type { AskedAugmentation, Augmented, ToldOf } from '../model/augmentation.ts';
import type { ScenarioEvent } from '../model/event.ts';
import type { SimSpan } from '../model/time.ts';
import { ScenarioError } from './scenario-error.ts';

/** What makes a scenario's world less dependable, less well described and less quiet than its apps are. */
export interface Augmentation {
  /** The share of the agent's calls that fail of themselves, from 0 to 1; 0 when left out. */
  readonly toolFailures?: number;
  /** What the agent knows tools by, and is told of them: `{ mail__send_email: { name: 'mail__post_letter' } }`. */
  readonly tools?: ToldOf;
  /** Events of the world's own beside those of the scenario; none when left out. */
  readonly noise?: GivenNoise;
}

/** What augmentation is done to. */
interface Bare {
  readonly apps: Readonly<Record<string, AppInstance>>;
  readonly duration: SimSpan | undefined;
  readonly events: readonly ScenarioEvent[];
}

/**
 * `bare` with what its scenario says of augmentation, or what the run was `asked` for instead.
 *
 * @throws {ScenarioError} when a number is out of range, or a tool is renamed that is not there or to a name that is taken.
 */
export function augmented<One extends Bare>(
  bare: One,
  given: Augmentation = {},
  asked: AskedAugmentation = {},
): One & { readonly augmentation: Augmented } {
  const toolFailures = asked.toolFailures ?? given.toolFailures ?? 0;
  if (!(toolFailures >= 0 && toolFailures <= 1))
    throw broken(`toolFailures: found ${String(toolFailures)}, wanted 0 to 1`);
  const { tools = {} } = given;
  checkNames(bare.apps, tools);
  const augmentation = { toolFailures, tools };
  if (given.noise === undefined && asked.noise === undefined) return { ...bare, augmentation };
  const noise = noiseEvents(bare, settledNoise(given.noise, asked.noise));
  return { ...bare, augmentation, events: [...bare.events, ...noise] };
}

function settledNoise(
  given: GivenNoise = {},
  asked: AskedAugmentation['noise'] = {},
): ReturnType<typeof noiseOf> {
  try {
    const { perMinute = given.perMinute, seed = given.seed } = asked;
    return noiseOf({
      ...given,
      ...(perMinute === undefined ? {} : { perMinute }),
      ...(seed === undefined ? {} : { seed }),
    });
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
    throw broken(`noise.${thrown.message}`);
  }
}

/** Two tools of one name could not be told apart. */
function checkNames(apps: Bare['apps'], told: ToldOf): void {
  const known = new Map<string, string>();
  for (const [app, { tools }] of Object.entries(apps))
    for (const tool of Object.keys(tools)) known.set(`${app}__${tool}`, toldName({ app, tool }, told));
  const unknown = Object.keys(told).find((name) => !known.has(name));
  if (unknown !== undefined)
    throw broken(`tools: found no tool "${unknown}", wanted one like ${[...known.keys()][0] ?? 'app__tool'}`);
  const names = [...known.values()];
  const double = names.find((name, at) => names.indexOf(name) < at);
  if (double !== undefined)
    throw broken(`tools: found two that go by "${double}", wanted a name of its own for each`);
}

const broken = (message: string): ScenarioError =>
  new ScenarioError([{ severity: 'error', message: `augmentation.${message}`, place: undefined }]);
