import { createStore, type StoreApi } from 'zustand/vanilla';
import {
  type OutsideAgent,
  type RunChoices,
  type RunId,
  type RunMode,
  USUAL_VERBOSITY,
  type Verbosity,
} from '../../engine/model/index.ts';
import type { Bridge, Preferences, RunPace } from '../../preload/contract.ts';
import type { AppStores } from './app-stores.ts';
import { notify } from './notices.ts';
import { ask } from './sync.ts';

/** What a run may be asked for beside its scenario, as typed; empty leaves it to the scenario. */
export interface TypedChoices {
  readonly seed: string;
  /** Per cent of the agent's calls. */
  readonly toolFailures: string;
  /** Events a minute. */
  readonly noise: string;
  readonly noiseSeed: string;
}

/** How the next run will be started. */
export interface RunSettings extends TypedChoices {
  /** Who does the agent's part where no program does. */
  readonly mode: RunMode;
  /** The program that does it, where one does. */
  readonly agent: OutsideAgent | undefined;
  /** The script that it follows, by its path, where it follows one. */
  readonly script: string | undefined;
  readonly verbosity: Verbosity;
  /** Of a scenario that has some, once one was chosen. */
  readonly variant: { readonly scenario: string; readonly name: string } | undefined;
  /** Of this and every later run. */
  readonly pace: RunPace;
  /** The runs that this window began for the person to be the user in, with the pace that was set before. */
  readonly played: ReadonlyMap<RunId, RunPace>;
  /** True from asking main for a run until it answers. */
  readonly starting: boolean;
}

export type RunSettingsStore = StoreApi<RunSettings>;

/** A run that is asked for nothing. */
const DEFAULT_CHOICES = {
  ...{ seed: '', toolFailures: '', noise: '', noiseSeed: '' },
  verbosity: USUAL_VERBOSITY,
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
    starting: false,
  }));

const isSeed = (number: number): boolean => Number.isSafeInteger(number) && number >= 0;

/** What each may be. */
const VALID: Readonly<Record<keyof TypedChoices, (number: number) => boolean>> = {
  seed: isSeed,
  toolFailures: (percent) => percent >= 0 && percent <= 100,
  noise: (perMinute) => Number.isFinite(perMinute) && perMinute >= 0,
  noiseSeed: isSeed,
};

/** The number that was typed: `undefined` where there is none, `'unfit'` where it is none that may be. */
export function numberOf(typed: TypedChoices, name: keyof TypedChoices): number | undefined | 'unfit' {
  const text = typed[name].trim();
  if (text === '') return undefined;
  return VALID[name](Number(text)) ? Number(text) : 'unfit';
}

/** Whether all that was typed may be. */
export const isValid = (typed: TypedChoices): boolean =>
  Object.keys(VALID).every((name) => numberOf(typed, name as keyof TypedChoices) !== 'unfit');

/** Whether the next run is asked for more than its scenario says. */
export const hasChoices = (settings: RunSettings): boolean =>
  Object.entries(DEFAULT_CHOICES).some(
    ([name, usual]) => settings[name as keyof typeof DEFAULT_CHOICES] !== usual,
  );

/** What a run of `scenario` is asked for by settings that fit; `undefined` where that is nothing. */
export function choicesOf(settings: RunSettings, scenario: string): RunChoices | undefined {
  const { agent, script, variant, verbosity } = settings;
  const number = (name: keyof TypedChoices): number | undefined => {
    const typed = numberOf(settings, name);
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
  const choices: RunChoices = {
    ...(agent === undefined ? {} : { agent }),
    ...(script === undefined ? {} : { script }),
    ...(variant?.scenario === scenario ? { variant: variant.name } : {}),
    ...(verbosity === USUAL_VERBOSITY ? {} : { verbosity }),
    ...(Object.keys(augmentation).length === 0 ? {} : { augmentation }),
  };
  return Object.keys(choices).length === 0 ? undefined : choices;
}

/** What a run may be asked for in numbers. */
export interface TypedOption {
  readonly name: keyof TypedChoices;
  readonly label: string;
  readonly unit: string;
  /** What may stand there. */
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

/** Where something was typed that cannot be, and what may stand there; `undefined` when all fits. */
export function invalidOptionText(typed: TypedChoices): string | undefined {
  const unfit = TYPED_OPTIONS.find(({ name }) => numberOf(typed, name) === 'unfit');
  if (unfit === undefined) return undefined;
  const { name, label, expected: wanted } = unfit;
  return `Run options, ${label}: “${typed[name].trim()}” does not fit. ${wanted}.`;
}

/** Sets how fast this and every later run goes. */
export const setRunPace = (store: RunSettingsStore, pace: RunPace): void => {
  store.setState({ pace });
};

/** Notes that the person plays the user in `run` at `pace`; `before` comes back after it. */
export const rememberPlayed = (store: RunSettingsStore, run: RunId, pace: RunPace, before: RunPace): void => {
  store.setState(({ played }) => ({ pace, played: new Map(played).set(run, before) }));
};

export const setStarting = (store: RunSettingsStore, starting: boolean): void => {
  store.setState({ starting });
};

/** Lets the oracle, or nobody, act as the agent. */
export const chooseMode = (store: RunSettingsStore, mode: RunMode): void => {
  store.setState({ mode, agent: undefined, script: undefined });
};

/** Lets a program act as the agent; its thinking costs what it did. */
export const chooseProgram = (store: RunSettingsStore, command: string): void => {
  store.setState(({ agent }) => ({
    agent: { thinking: agent?.thinking ?? 'frozen', command },
    script: undefined,
  }));
};

export const chooseScript = (store: RunSettingsStore, script: string): void => {
  store.setState({ agent: undefined, script });
};

/** Lets go of a program or a script that the workspace no longer has. */
export const clearAgent = (store: RunSettingsStore): void => {
  store.setState({ agent: undefined, script: undefined });
};

/** What the thinking of the program costs in simulated time. */
export const setThinking = (store: RunSettingsStore, thinking: OutsideAgent['thinking']): void => {
  store.setState(({ agent }) => ({ agent: agent && { ...agent, thinking } }));
};

export const chooseVariant = (store: RunSettingsStore, variant: RunSettings['variant']): void => {
  store.setState({ variant });
};

export const chooseVerbosity = (store: RunSettingsStore, verbosity: Verbosity): void => {
  store.setState({ verbosity });
};

/** Takes in what was typed for an option. */
export const typeOption = (store: RunSettingsStore, name: keyof TypedChoices, text: string): void => {
  store.setState({ [name]: text });
};

/** Leaves all options to the scenario. */
export const resetChoices = (store: RunSettingsStore): void => {
  store.setState(DEFAULT_CHOICES);
};

export type Theme = Preferences['theme'];
export type PreferencesStore = StoreApi<Preferences>;

/** Until others are chosen. */
const DEFAULTS: Preferences = {
  theme: 'system',
  fontSize: 13,
  speed: 4,
  rerunOnSave: false,
  timeline: { lanes: 'app', clock: 'simulated', skipGaps: true },
  keys: {},
};

const NEXT = { system: 'light', light: 'dark', dark: 'system' } as const satisfies Record<Theme, Theme>;

export const createPreferencesStore = (): PreferencesStore => createStore<Preferences>(() => DEFAULTS);

/** Reads what main keeps. */
export async function readPreferences(bridge: Bridge, store: PreferencesStore): Promise<void> {
  const reply = await ask(bridge, 'preferences.read', {});
  if (reply.ok) store.setState(reply.value);
}

/** Changes some of them, at once here, and in main for the next time. */
export async function changePreferences(
  { bridge, preferences, notices }: Pick<AppStores, 'bridge' | 'preferences' | 'notices'>,
  changed: Partial<Preferences>,
): Promise<void> {
  preferences.setState(changed);
  const reply = await ask(bridge, 'preferences.write', preferences.getState());
  if (!reply.ok) notify(notices, 'bad', `Not saved, so for this window only: ${reply.error.message}`);
}

export const nextTheme = (stores: Pick<AppStores, 'bridge' | 'notices' | 'preferences'>): Promise<void> =>
  changePreferences(stores, { theme: NEXT[stores.preferences.getState().theme] });
