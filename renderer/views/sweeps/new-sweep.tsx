import { type JSX, useState } from 'react';
import { seedsIn } from '../../stores/sweeps.ts';
import type { Request } from '../../../preload/contract.ts';
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../../ui/format/numbers.ts';
import { Message } from '../../ui/messages.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Segments } from '../../ui/segments.tsx';
import styles from './new-sweep.module.css';

/** An agent to choose: the value for main and the label for people. */
export interface AgentOption {
  readonly value: string;
  readonly label: string;
}

interface NewSweepViewProps {
  readonly scenario: string;
  /** Variants of the scenario, possibly none. */
  readonly variants: readonly string[];
  readonly agents: readonly AgentOption[];
  /** The initial name. */
  readonly name: string;
  /** Creates and starts the sweep. Returns the error message, if any. */
  readonly onMake: (request: Request<'sweep.make'>) => Promise<string | undefined>;
  readonly onClose: () => void;
}

const MOST_REPEATS = 1_000;

/** Asks for the variants, seeds and agents of the open scenario that a sweep combines. */
export function NewSweepView({
  scenario,
  variants,
  agents,
  name: first,
  onMake,
  onClose,
}: NewSweepViewProps): JSX.Element {
  const [name, setName] = useState(first);
  const [which, setWhich] = useState<'first' | 'all'>('first');
  const [typed, setTyped] = useState('0..9');
  const [repeated, setRepeated] = useState('1');
  const [chosen, setChosen] = useState<readonly string[]>(['oracle', 'nobody']);
  const [making, setMaking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const seeds = seedsIn(typed);
  const repeats = Number(repeated);
  const isRepeatable = Number.isInteger(repeats) && repeats >= 1 && repeats <= MOST_REPEATS;
  const can = name.trim() !== '' && seeds !== undefined && isRepeatable && chosen.length > 0;
  const factors = [
    [which === 'all' ? variants.length : 1, 'variant'],
    [seeds === undefined || seeds === 'own' ? 1 : seeds.length, 'seed'],
    [chosen.length, 'agent'],
    [repeats, 'repeat'],
  ] as const;
  const make = async (): Promise<void> => {
    if (!can || making) return;
    setMaking(true);
    setProblem(undefined);
    const asked = { name: name.trim(), scenario, variants: which, repeats, agents: [...chosen] };
    setProblem(await onMake({ ...asked, seeds: seeds === 'own' ? seeds : [...seeds] }));
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
        <p className={styles.lead}>Runs {scenario} with every combination of these values.</p>
        <label className={styles.field}>
          <span>Name</span>
          <input
            className="text-field"
            autoFocus
            spellCheck={false}
            value={name}
            onChange={({ target }) => {
              setName(target.value);
            }}
          />
        </label>
        <div className={styles.field}>
          <span aria-hidden>Variants</span>
          {variants.length === 0 ? (
            <span className={styles.none}>No variants in this scenario</span>
          ) : (
            <Segments
              label="Variants"
              choices={{ first: `${variants[0]!} only`, all: `All ${formatCount(variants.length)}` }}
              chosen={which}
              onChoose={setWhich}
            />
          )}
        </div>
        <label className={styles.field}>
          <span>Seeds</span>
          <input
            className="text-field"
            spellCheck={false}
            placeholder="from scenario"
            title="Numbers and ranges, such as 1, 2, 10..19"
            aria-invalid={seeds === undefined}
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value);
            }}
          />
        </label>
        {seeds === undefined ? (
          <p className={styles.wanted} role="alert">
            Whole numbers and ranges, such as 1, 2, 10..19
          </p>
        ) : null}
        <label className={styles.field}>
          <span>Repeats</span>
          <input
            className="text-field"
            inputMode="numeric"
            title="How often each job is run. More than once only makes sense for agents that are not deterministic."
            aria-invalid={!isRepeatable}
            value={repeated}
            onChange={({ target }) => {
              setRepeated(target.value);
            }}
          />
        </label>
        {isRepeatable ? null : (
          <p className={styles.wanted} role="alert">
            A whole number from 1 to {formatCount(MOST_REPEATS)}
          </p>
        )}
        <fieldset className={styles.agents}>
          <legend>Agents</legend>
          {agents.map(({ value, label }) => (
            <label key={value}>
              <input
                type="checkbox"
                checked={chosen.includes(value)}
                onChange={({ target }) => {
                  setChosen(target.checked ? [...chosen, value] : chosen.filter((one) => one !== value));
                }}
              />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
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

/** A text such as `30 jobs: 10 seeds × 3 agents`. */
function sizeText(factors: readonly (readonly [number, string])[]): string {
  const jobs = factors.reduce((product, [count]) => product * count, 1);
  const parts = factors.flatMap(([count, word]) => (count === 1 ? [] : [`${formatCount(count)} ${word}s`]));
  const head = jobs === 1 ? 'One job' : `${formatCount(jobs)} jobs`;
  return parts.length < 2 ? head : `${head}: ${parts.join(' × ')}`;
}
