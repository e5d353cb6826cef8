import type {
  AugmentationOverrides,
  AugmentationSettings,
  Problem,
  ScenarioEvent,
  ScenarioHost,
  SimSpan,
  ToolOverrides,
} from '../model/index.ts';
import { toolNameForAgent } from '../world/index.ts';
import type { AppInstance } from '../world/index.ts';
import { noiseEvents, noiseOf, receivesNoise } from './noise.ts';
import type { GivenNoise } from './noise.ts';
import type { ScenarioError } from './scenario.ts';
import { runAuthorCode, checkedApps, scenarioError } from './definition.ts';

/** Makes a scenario's world harder for the agent: tool calls that fail, renamed tools, and noise. */
export interface Augmentation {
  /** The share of the agent's calls that fail without being carried out, from 0 to 1; 0 when left out. */
  readonly toolFailures?: number;
  /** Other names and descriptions of tools for the agent: `{ mail__send_email: { name: 'mail__post_letter' } }`. */
  readonly tools?: ToolOverrides;
  /** Events that the scenario does not plan, such as arriving emails; none when left out. */
  readonly noise?: GivenNoise;
}

/** `augmentation` with the source apps of its noise, which the author's code creates. */
export function withSources(
  augmentation: Augmentation | undefined,
  host: ScenarioHost,
): Augmentation | undefined {
  const from = augmentation?.noise?.from;
  if (from === undefined) return augmentation;
  const place = 'augmentation.noise.from';
  const sources = runAuthorCode(place, host, () => checkedApps(place, from()));
  return { ...augmentation, noise: { ...augmentation!.noise, from: () => sources } };
}

/** The parts of a plan that noise and tool failures change. */
interface PlanParts {
  readonly apps: Readonly<Record<string, AppInstance>>;
  readonly duration: SimSpan | undefined;
  readonly events: readonly ScenarioEvent[];
  readonly problems: readonly Problem[];
}

const NO_RECEIVER: Problem = {
  severity: 'warning',
  message:
    'The noise has no effect: no app of this run can receive any. Mail, messages, shop and apartment apps can.',
  place: undefined,
};

/**
 * Adds tool failures, tool names and noise to a plan, from the run's choices or else from its scenario.
 * @throws {ScenarioError} when a number is out of range, a renamed tool does not exist, or its new name is taken.
 */
export function augmented<One extends PlanParts>(
  bare: One,
  given: Augmentation = {},
  asked: AugmentationOverrides = {},
): One & { readonly augmentation: AugmentationSettings } {
  const toolFailures = asked.toolFailures ?? given.toolFailures ?? 0;
  if (!(toolFailures >= 0 && toolFailures <= 1))
    throw augmentationError(`toolFailures: ${String(toolFailures)} is not a number from 0 to 1.`);
  const { tools = {} } = given;
  checkNames(bare.apps, tools);
  const augmentation = { toolFailures, tools };
  if (given.noise === undefined && asked.noise === undefined) return { ...bare, augmentation };
  const noise = requestedNoise(given.noise, asked.noise);
  if (noise.perMinute > 0 && !receivesNoise(bare.apps, noise))
    return { ...bare, augmentation, problems: [...bare.problems, NO_RECEIVER] };
  return { ...bare, augmentation, events: [...bare.events, ...noiseEvents(bare, noise)] };
}

function requestedNoise(
  given: GivenNoise = {},
  asked: AugmentationOverrides['noise'] = {},
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
    throw augmentationError(`noise.${thrown.message}`);
  }
}

/** @throws {ScenarioError} for a tool that does not exist, or a name that two tools would have. */
function checkNames(apps: PlanParts['apps'], overrides: ToolOverrides): void {
  const known = new Map<string, string>();
  for (const [app, { tools }] of Object.entries(apps))
    for (const tool of Object.keys(tools))
      known.set(`${app}__${tool}`, toolNameForAgent({ app, tool }, overrides));
  const unknown = Object.keys(overrides).find((name) => !known.has(name));
  if (unknown !== undefined)
    throw augmentationError(
      `tools: There is no tool "${unknown}". Names of tools look like ${[...known.keys()][0] ?? 'app__tool'}.`,
    );
  const names = [...known.values()];
  const double = names.find((name, index) => names.indexOf(name) < index);
  if (double !== undefined) throw augmentationError(`tools: Two tools are named "${double}".`);
}

const augmentationError = (message: string): ScenarioError => scenarioError(`augmentation.${message}`);
