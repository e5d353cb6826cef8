import { Plus, X } from 'lucide-react';
import { type ComponentProps, type JSX, type ReactNode, useState } from 'react';
import { type Verbosity, USUAL_VERBOSITY, legible } from '../../../engine/model/index.ts';
import type { Request } from '../../../preload/contract.ts';
import { LIMITS } from '../../../preload/limits.ts';
import { seedsIn } from '../../stores/sweeps.ts';
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../../ui/format/numbers.ts';
import { Message } from '../../ui/messages.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Select } from '../../ui/select.tsx';
import styles from './new-sweep.module.css';

/** A scenario or an agent to choose: the value for main and the label for people. */
export interface SweepOption {
  readonly value: string;
  readonly label: string;
  /** Whether it is a model. */
  readonly isModel?: boolean;
}

/** A sweep as chosen, with the values of its agents. */
type ChosenSweep = Omit<Request<'sweep.make'>, 'agents'> & { readonly agents: readonly string[] };

interface NewSweepViewProps {
  readonly scenarios: readonly SweepOption[];
  /** The chosen scenarios. */
  readonly chosen: readonly string[];
  /** The number of variants of each chosen scenario, as far as it is known. */
  readonly variants: ReadonlyMap<string, number>;
  readonly agents: readonly SweepOption[];
  /** The initial name. */
  readonly name: string;
  readonly onChoose: (scenarios: readonly string[]) => void;
  /** Creates and starts the sweep. Returns the error message, if any. */
  readonly onMake: (request: ChosenSweep) => Promise<string | undefined>;
  readonly onClose: () => void;
}

/** Run options as typed. An empty text leaves the option to the scenario. */
interface Settings {
  readonly name: string;
  readonly verbosity: Verbosity;
  /** In per cent. */
  readonly toolFailures: string;
  /** Events per minute. */
  readonly noise: string;
}

const DEFAULT_SETTINGS: Settings = {
  name: 'default',
  verbosity: USUAL_VERBOSITY,
  toolFailures: '',
  noise: '',
};

const VERBOSITIES = [
  { value: 'low', label: 'Low' },
  { value: 'medium', label: 'Medium' },
  { value: 'high', label: 'High' },
] as const;

/** Asks for the scenarios, variants, seeds, agents and settings that a sweep combines. */
export function NewSweepView({
  scenarios,
  chosen,
  variants,
  agents,
  name: first,
  onChoose,
  onMake,
  onClose,
}: NewSweepViewProps): JSX.Element {
  const [name, setName] = useState(first);
  const [which, setWhich] = useState<'first' | 'all'>('first');
  const [typed, setTyped] = useState('0..9');
  const [repeated, setRepeated] = useState('1');
  const [players, setPlayers] = useState<readonly string[]>(['oracle', 'nobody']);
  const [limits, setLimits] = useState(NO_LIMITS);
  const [settings, setSettings] = useState<readonly Settings[]>([DEFAULT_SETTINGS]);
  const [making, setMaking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const seeds = seedsIn(typed);
  const repeats = Number(repeated);
  const isRepeatable = Number.isInteger(repeats) && repeats >= 1 && repeats <= LIMITS.sweepRepeats;
  const hasModels = agents.some(({ value, isModel }) => isModel === true && players.includes(value));
  const wrong = wrongSettings(settings) ?? (hasModels ? wrongLimit(limits) : undefined);
  const can =
    name.trim() !== '' &&
    seeds !== undefined &&
    isRepeatable &&
    wrong === undefined &&
    chosen.length > 0 &&
    players.length > 0;
  const inAll = chosen.reduce((sum, one) => sum + Math.max(1, variants.get(one) ?? 1), 0);
  const factors = [
    ...(which === 'first' || inAll === chosen.length
      ? ([[chosen.length, 'scenario']] as const)
      : ([[inAll, 'variant']] as const)),
    [seeds === undefined || seeds === 'own' ? 1 : seeds.length, 'seed'],
    [players.length, 'agent'],
    [settings.length, 'setting'],
    [repeats, 'repeat'],
  ] as const;
  const make = async (): Promise<void> => {
    if (!can || making) return;
    setMaking(true);
    setProblem(undefined);
    setProblem(
      await onMake({
        name: name.trim(),
        scenarios: [...chosen],
        variants: which,
        repeats,
        agents: [...players],
        settings: settings.map(settingsFor),
        limits: hasModels ? limitsIn(limits) : {},
        seeds: seeds === 'own' ? seeds : [...seeds],
      }),
    );
    setMaking(false);
  };
  return (
    <Dialog label="New sweep" className={styles.newSweep} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <h2>New sweep</h2>
        <p className={styles.lead}>Runs every combination of these values.</p>
        <TextField label="Name" autoFocus value={name} onChange={setName} />
        <Choices label="Scenarios" options={scenarios} chosen={chosen} onChoose={onChoose} />
        <VariantsField scenarios={chosen.length} variants={inAll} chosen={which} onChoose={setWhich} />
        <TextField
          label="Seeds"
          placeholder="from scenario"
          title="Numbers and ranges, such as 1, 2, 10..19"
          wanted={seeds === undefined ? 'Whole numbers and ranges, such as 1, 2, 10..19' : undefined}
          value={typed}
          onChange={setTyped}
        />
        <TextField
          label="Repeats"
          inputMode="numeric"
          title="How often each job is run. More than once only makes sense for agents that are not deterministic."
          wanted={isRepeatable ? undefined : `A whole number from 1 to ${formatCount(LIMITS.sweepRepeats)}`}
          value={repeated}
          onChange={setRepeated}
        />
        <Choices label="Agents" options={agents} chosen={players} onChoose={setPlayers} />
        {hasModels ? <LimitFields limits={limits} onChange={setLimits} /> : null}
        <SettingsTable settings={settings} onChange={setSettings} />
        {wrong === undefined ? null : <Wanted>{wrong}</Wanted>}
        {problem === undefined ? null : <Message text={problem} />}
        <footer>
          <span role="status">{can ? sizeText(factors) : ''}</span>
          <Button label="Cancel" onClick={onClose} />
          <Button
            type="submit"
            tone="primary"
            label={making ? 'Planning…' : 'Start sweep'}
            disabled={!can || making}
          />
        </footer>
      </form>
    </Dialog>
  );
}

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  readonly label: string;
  /** What the field expects, when its value cannot be used. */
  readonly wanted?: string | undefined;
  readonly onChange: (value: string) => void;
}

function TextField({ label, wanted, onChange, ...rest }: TextFieldProps): JSX.Element {
  return (
    <>
      <label className={styles.field}>
        <span>{label}</span>
        <input
          className="text-field"
          spellCheck={false}
          aria-invalid={wanted !== undefined}
          onChange={({ target }) => {
            onChange(target.value);
          }}
          {...rest}
        />
      </label>
      {wanted === undefined ? null : <Wanted>{wanted}</Wanted>}
    </>
  );
}

interface VariantsFieldProps {
  /** The number of chosen scenarios. */
  readonly scenarios: number;
  /** The number of their variants. */
  readonly variants: number;
  readonly chosen: 'first' | 'all';
  readonly onChoose: (chosen: 'first' | 'all') => void;
}

function VariantsField({ scenarios, variants, chosen, onChoose }: VariantsFieldProps): JSX.Element {
  return (
    <div className={styles.field}>
      <span aria-hidden>Variants</span>
      {variants === scenarios ? (
        <span className={styles.none}>No variants to choose from</span>
      ) : (
        <Segments
          label="Variants"
          choices={{
            first: scenarios === 1 ? 'First' : 'First of each',
            all: `All ${formatCount(variants)}`,
          }}
          chosen={chosen}
          onChoose={onChoose}
        />
      )}
    </div>
  );
}

/** What a field expects, below it. */
function Wanted({ children }: { readonly children: ReactNode }): JSX.Element {
  return (
    <p className={styles.wanted} role="alert">
      {children}
    </p>
  );
}

interface ChoicesProps {
  readonly label: string;
  readonly options: readonly SweepOption[];
  readonly chosen: readonly string[];
  readonly onChoose: (chosen: readonly string[]) => void;
}

function Choices({ label: title, options, chosen, onChoose }: ChoicesProps): JSX.Element {
  return (
    <fieldset className={styles.choices}>
      <legend>{title}</legend>
      <div>
        {options.map(({ value, label }) => (
          <label key={value} title={legible(label)}>
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={({ target }) => {
                onChoose(target.checked ? [...chosen, value] : chosen.filter((one) => one !== value));
              }}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** What the models of a sweep may use, as typed. An empty text is no limit. */
type Limits = Readonly<Record<keyof typeof LIMIT_LABELS, string>>;

const LIMIT_LABELS = {
  atOnce: 'Jobs at once per server',
  requests: 'Max. requests',
  tokens: 'Max. tokens',
  minutes: 'Max. minutes',
  cost: 'Max. cost',
} as const satisfies Record<keyof Request<'sweep.make'>['limits'], string>;

const NO_LIMITS: Limits = { atOnce: '', requests: '', tokens: '', minutes: '', cost: '' };
const LIMITED = Object.keys(LIMIT_LABELS) as readonly (keyof Limits)[];

interface LimitFieldsProps {
  readonly limits: Limits;
  readonly onChange: (limits: Limits) => void;
}

/** Asks what the models of all jobs may use. */
function LimitFields({ limits, onChange }: LimitFieldsProps): JSX.Element {
  return (
    <fieldset className={styles.limits}>
      <legend>Limits of the models</legend>
      {LIMITED.map((name) => (
        <label key={name}>
          <span>{LIMIT_LABELS[name]}</span>
          <input
            className="text-field"
            inputMode="decimal"
            placeholder={name === 'atOnce' ? '4' : 'no limit'}
            aria-invalid={!isLimit(name, limits[name])}
            value={limits[name]}
            onChange={({ target }) => {
              onChange({ ...limits, [name]: target.value });
            }}
          />
        </label>
      ))}
    </fieldset>
  );
}

/** The first limit that cannot be used, as a sentence; `undefined` when all can. */
function wrongLimit(limits: Limits): string | undefined {
  const wrong = LIMITED.find((name) => !isLimit(name, limits[name]));
  if (wrong === undefined) return undefined;
  if (wrong === 'atOnce') return `${LIMIT_LABELS.atOnce}: a whole number from 1 to ${LIMITS.sweepAtOnce}`;
  const isWhole = wrong === 'requests' || wrong === 'tokens';
  return `${LIMIT_LABELS[wrong]}: ${isWhole ? 'a whole number, 1 or more' : 'a number above 0, up to a million'}, or empty`;
}

function isLimit(name: keyof Limits, text: string): boolean {
  if (text.trim() === '') return true;
  const number = Number(text);
  if (name === 'minutes' || name === 'cost') return number > 0 && number <= 1e6;
  return Number.isSafeInteger(number) && number >= 1 && (name !== 'atOnce' || number <= LIMITS.sweepAtOnce);
}

const limitsIn = (limits: Limits): Request<'sweep.make'>['limits'] =>
  Object.fromEntries(
    LIMITED.flatMap((name) => (limits[name].trim() === '' ? [] : [[name, Number(limits[name])]])),
  );

interface SettingsTableProps {
  readonly settings: readonly Settings[];
  readonly onChange: (settings: readonly Settings[]) => void;
}

/** The kinds of settings, a row each. */
function SettingsTable({ settings, onChange }: SettingsTableProps): JSX.Element {
  const put = (at: number, changed: Partial<Settings>): void => {
    onChange(settings.map((one, index) => (index === at ? { ...one, ...changed } : one)));
  };
  const field = (
    at: number,
    name: 'name' | 'toolFailures' | 'noise',
    label: string,
    isValid = true,
  ): JSX.Element => (
    <input
      className="text-field"
      aria-label={`${label}, row ${at + 1}`}
      spellCheck={false}
      aria-invalid={!isValid}
      placeholder={name === 'name' ? undefined : 'from scenario'}
      value={settings[at]![name]}
      onChange={({ target }) => {
        put(at, { [name]: target.value });
      }}
    />
  );
  return (
    <fieldset className={styles.settings}>
      <legend>Settings</legend>
      <table>
        <thead>
          <tr>
            <th>Name</th>
            <th>Notifications</th>
            <th>Tool failures, %</th>
            <th>Noise per minute</th>
            <th>
              <span className="visually-hidden">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {settings.map(({ verbosity, toolFailures, noise }, index) => (
            <tr key={index}>
              <td>{field(index, 'name', 'Name')}</td>
              <td>
                <Select
                  label={`Notifications, row ${index + 1}`}
                  value={verbosity}
                  options={VERBOSITIES}
                  onChoose={(picked) => {
                    put(index, { verbosity: picked });
                  }}
                />
              </td>
              <td>
                {field(index, 'toolFailures', 'Tool failures in per cent', areToolFailures(toolFailures))}
              </td>
              <td>{field(index, 'noise', 'Noise in events per minute', isNoise(noise))}</td>
              <td>
                <Button
                  bare
                  icon={X}
                  label={`Remove row ${index + 1}`}
                  disabled={settings.length === 1}
                  onClick={() => {
                    onChange(settings.filter((_, nth) => nth !== index));
                  }}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Button
        icon={Plus}
        label="Add settings"
        disabled={settings.length === LIMITS.sweepSettings}
        onClick={() => {
          onChange([...settings, { ...DEFAULT_SETTINGS, name: `settings ${settings.length + 1}` }]);
        }}
      />
    </fieldset>
  );
}

/** What is wrong with the typed settings, as a sentence; `undefined` when all can be used. */
function wrongSettings(settings: readonly Settings[]): string | undefined {
  const names = settings.map(({ name }) => name.trim());
  if (names.includes('')) return 'Settings need a name';
  if (new Set(names).size < names.length) return 'Two settings have the same name';
  if (settings.some(({ toolFailures }) => !areToolFailures(toolFailures)))
    return 'Tool failures: a number from 0 to 100, or empty';
  if (settings.some(({ noise }) => !isNoise(noise))) return 'Noise: a number, 0 or more, or empty';
  return undefined;
}

const areToolFailures = (text: string): boolean => isEmptyOrAtMost(text, 100);

const isNoise = (text: string): boolean => isEmptyOrAtMost(text, Number.MAX_VALUE);

const isEmptyOrAtMost = (text: string, most: number): boolean =>
  text.trim() === '' || (Number(text) >= 0 && Number(text) <= most);

const settingsFor = ({
  name,
  verbosity,
  toolFailures,
  noise,
}: Settings): Request<'sweep.make'>['settings'][number] => ({
  name: name.trim(),
  ...(verbosity === USUAL_VERBOSITY ? {} : { verbosity }),
  ...(toolFailures.trim() === '' ? {} : { toolFailures: Number(toolFailures) / 100 }),
  ...(noise.trim() === '' ? {} : { noise: Number(noise) }),
});

/** A text such as `30 jobs: 10 seeds × 3 agents`. */
function sizeText(factors: readonly (readonly [number, string])[]): string {
  const jobs = factors.reduce((product, [count]) => product * count, 1);
  const parts = factors.flatMap(([count, word]) => (count === 1 ? [] : [`${formatCount(count)} ${word}s`]));
  const head = jobs === 1 ? 'One job' : `${formatCount(jobs)} jobs`;
  return parts.length < 2 ? head : `${head}: ${parts.join(' × ')}`;
}
