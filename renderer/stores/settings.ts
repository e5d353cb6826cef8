import { createStore, type StoreApi } from 'zustand/vanilla';
import {
  type RunId,
  type RunLimits,
  type RunMode,
  USUAL_VERBOSITY,
  type Verbosity,
  DEFAULT_THINKING,
} from '../../engine/model/index.ts';
import type {
  Bridge,
  ChosenAgent,
  ChosenUser,
  KeptModel,
  Preferences,
  Request,
  RunPace,
} from '../../preload/contract.ts';
import { USUAL_SPEED } from '../ui/format/replay-speeds.ts';
import type { AppStores } from './app-stores.ts';
import { notify } from './notices.ts';
import { ask } from './sync.ts';

/** Where the answers to a model's requests come from, before it is asked itself. */
export type ChosenAnswers = NonNullable<Request<'run.start'>['answers']>;

/** Run options as typed. An empty text leaves the option to the scenario. */
export interface TypedChoices {
  readonly seed: string;
  /** Share of the agent's calls that fail, in per cent. */
  readonly toolFailures: string;
  /** Events per minute. */
  readonly noise: string;
  readonly noiseSeed: string;
  /** What the agent's model may use before the run ends. */
  readonly maxRequests: string;
  readonly maxTokens: string;
  readonly maxMinutes: string;
  /** In the currency of the workspace's prices. */
  readonly maxCost: string;
}

/** Settings of the next run. */
export interface RunSettings extends TypedChoices {
  /** Who acts as the agent when no program is set. */
  readonly mode: RunMode;
  /** The program or model that acts as the agent, if any. */
  readonly agent: ChosenAgent | undefined;
  /** The model that plays the user, if any. */
  readonly user: ChosenUser | undefined;
  /** Path of the script that the agent follows, if any. */
  readonly script: string | undefined;
  readonly verbosity: Verbosity;
  /** Where the answers to a model's requests come from, before it is asked itself; `undefined` for the model alone. */
  readonly answers: ChosenAnswers | undefined;
  /** The variant chosen, with the scenario that it belongs to. */
  readonly variant: { readonly scenario: string; readonly name: string } | undefined;
  /** Pace of this and every later run. */
  readonly pace: RunPace;
  /** Runs started in this window in which the person plays the user, each with the pace that was set before. */
  readonly played: ReadonlyMap<RunId, RunPace>;
  /** Runs in which a person called a tool in this window. */
  readonly acted: ReadonlySet<RunId>;
  /** Whether this window has offered to run scenarios when they are saved. */
  readonly rerunOffered: boolean;
  /** How many saves asked for a run so far, and whether the run of one of them goes on. */
  readonly rerunsAsked: number;
  readonly rerunning: boolean;
  /** True from the request to main until its reply. */
  readonly starting: boolean;
}

export type RunSettingsStore = StoreApi<RunSettings>;

/** Options that leave everything to the scenario. */
const DEFAULT_CHOICES = {
  seed: '',
  toolFailures: '',
  noise: '',
  noiseSeed: '',
  maxRequests: '',
  maxTokens: '',
  maxMinutes: '',
  maxCost: '',
  verbosity: USUAL_VERBOSITY,
  answers: undefined,
  user: undefined,
} as const satisfies Partial<RunSettings>;

export const createRunSettingsStore = (): RunSettingsStore =>
  createStore<RunSettings>(() => ({
    ...DEFAULT_CHOICES,
    mode: 'oracle',
    agent: undefined,
    script: undefined,
    variant: undefined,
    pace: 'fastest',
    played: new Map(),
    acted: new Set<RunId>(),
    rerunOffered: false,
    rerunsAsked: 0,
    rerunning: false,
    starting: false,
  }));

const isSeed = (number: number): boolean => Number.isSafeInteger(number) && number >= 0;

const isCount = (number: number): boolean => Number.isSafeInteger(number) && number >= 1;

const isAmount = (number: number): boolean => number > 0 && number <= 1e6;

/** The valid range of each option. */
const VALID: Readonly<Record<keyof TypedChoices, (number: number) => boolean>> = {
  seed: isSeed,
  toolFailures: (percent) => percent >= 0 && percent <= 100,
  noise: (perMinute) => Number.isFinite(perMinute) && perMinute >= 0,
  noiseSeed: isSeed,
  maxRequests: isCount,
  maxTokens: isCount,
  maxMinutes: isAmount,
  maxCost: isAmount,
};

/** The number typed for an option: `undefined` for an empty text, `'unfit'` for an invalid one. */
export function typedNumber(typed: TypedChoices, name: keyof TypedChoices): number | undefined | 'unfit' {
  const text = typed[name].trim();
  if (text === '') return undefined;
  return VALID[name](Number(text)) ? Number(text) : 'unfit';
}

/** What the model of a run may use, as typed; `undefined` for no limit. */
function limitsOf(typed: TypedChoices): { readonly limits?: RunLimits } {
  const most = (name: keyof TypedChoices): number | undefined => {
    const number = typedNumber(typed, name);
    return number === 'unfit' ? undefined : number;
  };
  const [requests, tokens] = [most('maxRequests'), most('maxTokens')];
  const [minutes, cost] = [most('maxMinutes'), most('maxCost')];
  const limits = {
    ...(requests === undefined ? {} : { requests }),
    ...(tokens === undefined ? {} : { tokens }),
    ...(minutes === undefined ? {} : { minutes }),
    ...(cost === undefined ? {} : { cost }),
  };
  return Object.keys(limits).length === 0 ? {} : { limits };
}

/** Whether every typed option is valid or empty. */
export const isValid = (typed: TypedChoices): boolean =>
  Object.keys(VALID).every((name) => typedNumber(typed, name as keyof TypedChoices) !== 'unfit');

/** Whether any option differs from its default. */
export const hasChoices = (settings: RunSettings): boolean =>
  Object.entries(DEFAULT_CHOICES).some(
    ([name, usual]) => settings[name as keyof typeof DEFAULT_CHOICES] !== usual,
  );

/** The options to send for a run of `scenario`, from valid settings; `undefined` when all are defaults. */
export function choicesToSend(settings: RunSettings, scenario: string): Request<'run.start'>['choices'] {
  const { agent, user, script, variant, verbosity } = settings;
  const number = (name: keyof TypedChoices): number | undefined => {
    const typed = typedNumber(settings, name);
    return typed === 'unfit' ? undefined : typed;
  };
  const [percent, perMinute, seed] = [number('toolFailures'), number('noise'), number('noiseSeed')];
  const noise = {
    ...(perMinute === undefined ? {} : { perMinute }),
    ...(seed === undefined ? {} : { seed }),
  };
  const augmentation = {
    ...(percent === undefined ? {} : { toolFailures: percent / 100 }),
    ...(Object.keys(noise).length === 0 ? {} : { noise }),
  };
  const choices = {
    ...(agent === undefined ? {} : { agent: 'model' in agent ? { ...agent, ...limitsOf(settings) } : agent }),
    ...(user === undefined ? {} : { user }),
    ...(script === undefined ? {} : { script }),
    ...(variant?.scenario === scenario ? { variant: variant.name } : {}),
    ...(verbosity === USUAL_VERBOSITY ? {} : { verbosity }),
    ...(Object.keys(augmentation).length === 0 ? {} : { augmentation }),
  };
  return Object.keys(choices).length === 0 ? undefined : choices;
}

/** A run option that is typed as a number. */
export interface TypedOption {
  readonly name: keyof TypedChoices;
  readonly label: string;
  readonly unit: string;
  /** The valid values, as a sentence for the person. */
  readonly expected: string;
}

export const TYPED_OPTIONS: readonly TypedOption[] = [
  {
    name: 'seed',
    label: 'Seed',
    unit: '',
    expected: 'A whole number, 0 or more. Empty: from the scenario',
  },
  {
    name: 'toolFailures',
    label: 'Tool failures',
    unit: '% of the agent’s calls',
    expected: '0 to 100. Empty: from the scenario',
  },
  {
    name: 'noise',
    label: 'Noise',
    unit: 'events per minute',
    expected: 'A number, 0 or more. Empty: from the scenario',
  },
  {
    name: 'noiseSeed',
    label: 'Noise seed',
    unit: '',
    expected: 'A whole number, 0 or more. Empty: from the scenario',
  },
];

/** Options for what the agent's model may use. */
export const LIMIT_OPTIONS: readonly TypedOption[] = [
  {
    name: 'maxRequests',
    label: 'Max. requests',
    unit: '',
    expected: 'A whole number, 1 or more. Empty: no limit',
  },
  {
    name: 'maxTokens',
    label: 'Max. tokens',
    unit: 'read and written',
    expected: 'A whole number, 1 or more. Empty: no limit',
  },
  {
    name: 'maxMinutes',
    label: 'Max. minutes',
    unit: 'of real time',
    expected: 'A number above 0, up to a million. Empty: no limit',
  },
  {
    name: 'maxCost',
    label: 'Max. cost',
    unit: 'by prices.json',
    expected: 'A number above 0, up to a million. Empty: no limit',
  },
];

/** Names the first invalid option and its valid values; `undefined` when all are valid. */
export function invalidOptionText(typed: TypedChoices): string | undefined {
  const unfit = [...TYPED_OPTIONS, ...LIMIT_OPTIONS].find(({ name }) => typedNumber(typed, name) === 'unfit');
  if (unfit === undefined) return undefined;
  const { name, label, expected: wanted } = unfit;
  return `Run options, ${label}: “${typed[name].trim()}” is not valid. ${wanted}.`;
}

/** Sets the pace of this and every later run. */
export const setRunPace = (store: RunSettingsStore, pace: RunPace): void => {
  store.setState({ pace });
};

/** Records that the person plays the user in `run` at `pace`; `before` is the pace to return to afterwards. */
export const rememberPlayed = (store: RunSettingsStore, run: RunId, pace: RunPace, before: RunPace): void => {
  store.setState(({ played }) => ({ pace, played: new Map(played).set(run, before) }));
};

export const setStarting = (store: RunSettingsStore, starting: boolean): void => {
  store.setState({ starting });
};

/** Makes the oracle or nobody the agent. */
export const chooseMode = (store: RunSettingsStore, mode: RunMode): void => {
  store.setState({ mode, agent: undefined, script: undefined });
};

/** Makes a program the agent. The setting for its thinking time stays. */
export const chooseProgram = (store: RunSettingsStore, program: string): void => {
  store.setState(({ agent }) => ({
    agent: { thinking: agent?.thinking ?? DEFAULT_THINKING, program },
    script: undefined,
  }));
};

/** Makes a model the agent. The setting for its thinking time stays. */
export const chooseModel = (store: RunSettingsStore, model: KeptModel): void => {
  store.setState(({ agent }) => ({
    agent: { thinking: agent?.thinking ?? DEFAULT_THINKING, model },
    script: undefined,
  }));
};

/** Lets a model play the user, or nobody beside the scenario and the person. */
export const chooseUser = (store: RunSettingsStore, model: KeptModel | undefined): void => {
  store.setState(({ user }) => ({ user: model && { thinking: user?.thinking ?? DEFAULT_THINKING, model } }));
};

export const chooseScript = (store: RunSettingsStore, script: string): void => {
  store.setState({ agent: undefined, script });
};

/** Clears a program, model or script that the workspace no longer has. */
export const clearAgent = (store: RunSettingsStore): void => {
  store.setState({ agent: undefined, script: undefined });
};

/** Sets how much simulated time the program's thinking takes. */
export const setThinking = (store: RunSettingsStore, thinking: ChosenAgent['thinking']): void => {
  store.setState(({ agent }) => ({ agent: agent && { ...agent, thinking } }));
};

export const chooseVariant = (store: RunSettingsStore, variant: RunSettings['variant']): void => {
  store.setState({ variant });
};

export const chooseVerbosity = (store: RunSettingsStore, verbosity: Verbosity): void => {
  store.setState({ verbosity });
};

export const chooseAnswers = (store: RunSettingsStore, answers: ChosenAnswers | undefined): void => {
  store.setState({ answers });
};

/** Sets the text typed for an option. */
export const typeOption = (store: RunSettingsStore, name: keyof TypedChoices, text: string): void => {
  store.setState({ [name]: text });
};

/** Resets all options, which leaves them to the scenario. */
export const resetChoices = (store: RunSettingsStore): void => {
  store.setState(DEFAULT_CHOICES);
};

export type Theme = Preferences['theme'];
export type PreferencesStore = StoreApi<Preferences>;

/** Preferences until main's have been read. */
const DEFAULTS: Preferences = {
  theme: 'system',
  fontSize: 13,
  speed: USUAL_SPEED,
  rerunOnSave: false,
  offerRerun: true,
  timeline: { lanes: 'app', clock: 'simulated', skipGaps: true },
  passRates: 'all',
  runViews: [],
  keys: {},
};

const NEXT_THEME = { system: 'light', light: 'dark', dark: 'system' } as const satisfies Record<Theme, Theme>;

export const createPreferencesStore = (): PreferencesStore => createStore<Preferences>(() => DEFAULTS);

/** Reads the saved preferences from main. */
export async function readPreferences(bridge: Bridge, store: PreferencesStore): Promise<void> {
  const reply = await ask(bridge, 'preferences.read', {});
  if (reply.ok) store.setState(reply.value);
}

/** Changes preferences in this window at once and saves them in main. */
export async function changePreferences(
  { bridge, preferences, notices }: Pick<AppStores, 'bridge' | 'preferences' | 'notices'>,
  changed: Partial<Preferences>,
): Promise<void> {
  preferences.setState(changed);
  const reply = await ask(bridge, 'preferences.write', preferences.getState());
  if (!reply.ok) notify(notices, 'bad', `Not saved; applies to this window only: ${reply.error.message}`);
}

/** Turns runs after a save on or off. */
export async function toggleRerunOnSave(
  stores: Pick<AppStores, 'bridge' | 'notices' | 'preferences'>,
): Promise<void> {
  const rerunOnSave = !stores.preferences.getState().rerunOnSave;
  await changePreferences(stores, { rerunOnSave });
  const text = rerunOnSave
    ? 'Saved scenarios run at once and are compared with their previous run.'
    : 'Saved scenarios do not run at once.';
  notify(stores.notices, 'good', text);
}

/** Records that a person called a tool in `run`. */
export const rememberAct = (store: RunSettingsStore, run: RunId): void => {
  store.setState(({ acted }) => ({ acted: new Set(acted).add(run) }));
};

/** Records that this window has offered to run scenarios when they are saved. */
export const setRerunOffered = (store: RunSettingsStore): void => {
  store.setState({ rerunOffered: true });
};

/** Counts a save that asks for a run. Returns its number. */
export const countRerun = (store: RunSettingsStore): number => {
  store.setState(({ rerunsAsked }) => ({ rerunsAsked: rerunsAsked + 1 }));
  return store.getState().rerunsAsked;
};

export const setRunAfterSaveActive = (store: RunSettingsStore, rerunning: boolean): void => {
  store.setState({ rerunning });
};

export const nextTheme = (stores: Pick<AppStores, 'bridge' | 'notices' | 'preferences'>): Promise<void> =>
  changePreferences(stores, { theme: NEXT_THEME[stores.preferences.getState().theme] });
