import { describe, expect, it } from 'vitest';
import { compareRuns } from '../../../engine/analysis/compare-runs.ts';
import { type Random, seededRandom } from '../../../engine/model/values/random.ts';
import { below, pick, played, randomMove, randomScript, type Script } from './mutated-runs.ts';

interface Mutated {
  readonly script: Script;
  /** The name of the changed event or move; `undefined` when the initial states were changed. */
  readonly name: string | undefined;
}

const RUNS_OF_EACH = 40;

const mutations: Readonly<Record<string, (script: Script, random: Random) => Mutated>> = {
  'an argument changed': (script, random) => {
    const move = pick(random, script.moves);
    const args =
      move.tool === 'list_emails'
        ? { limit: Number(move.args['limit']) + 20 }
        : {
            ...move.args,
            ...('email_id' in move.args
              ? { email_id: otherMail(move.args['email_id']) }
              : { subject: 'other' }),
          };
    return {
      script: { ...script, moves: script.moves.map((one) => (one === move ? { ...one, args } : one)) },
      name: move.name,
    };
  },
  'an event dropped': (script, random) => {
    const event = pick(random, script.planned);
    return {
      script: { ...script, planned: script.planned.filter((one) => one !== event) },
      name: event.name,
    };
  },
  'an event inserted': (script, random) => {
    const event = {
      name: 'event new',
      tool: pick(random, ['mail', 'message'] as const),
      at: below(random, 200),
    };
    const place = below(random, script.planned.length);
    return { script: { ...script, planned: script.planned.toSpliced(place, 0, event) }, name: event.name };
  },
  'an event delayed': (script, random) => {
    const event = pick(random, script.planned);
    const at = event.at + 1 + below(random, 60);
    return {
      script: { ...script, planned: script.planned.map((one) => (one === event ? { ...one, at } : one)) },
      name: event.name,
    };
  },
  'a call moved': (script, random) => {
    const move = pick(random, script.moves);
    const at = (move.at + 20 + below(random, 160)) % 210;
    return {
      script: { ...script, moves: script.moves.map((one) => (one === move ? { ...one, at } : one)) },
      name: move.name,
    };
  },
  'a state value changed': (script, random) => ({
    script: { ...script, inbox: script.inbox.with(below(random, script.inbox.length), 'another subject') },
    name: undefined,
  }),
  'an agent answering differently': (script, random) => {
    const at = below(random, script.moves.length);
    const old = script.moves[at]!;
    const moves = [0, 1, 2, 3, 4].map((step) => ({
      ...randomMove(random, `else ${step}`, old.at + step),
      name: step === 0 ? old.name : `move else ${step}`,
    }));
    return { script: { ...script, moves: script.moves.toSpliced(at, 1, ...moves) }, name: old.name };
  },
};

const otherMail = (id: unknown): string => (id === 'inbox-1' ? 'inbox-2' : 'inbox-1');

describe('the first divergence of compareRuns()', () => {
  const found: Record<string, { runs: number; right: number; missed: string[] }> = {};

  it.each(
    Object.keys(mutations).flatMap((kind) => [true, false].map((sameScenario) => ({ kind, sameScenario }))),
  )('is found after $kind (same scenario: $sameScenario)', ({ kind, sameScenario }) => {
    const tally = { runs: 0, right: 0, missed: [] as string[] };
    found[`${kind}${sameScenario ? '' : ', scenarios taken for different ones'}`] = tally;
    for (let seed = 0; seed < RUNS_OF_EACH; seed += 1) {
      const script = randomScript(seed);
      const { script: other, name } = mutations[kind]!(script, seededRandom(seed, kind));
      const a = played(script);
      const b = played(other);
      const { divergence, rows } = compareRuns(a, b, sameScenario);
      const row = divergence === undefined || divergence.row < 0 ? undefined : rows[divergence.row];
      const wanted =
        name === undefined
          ? []
          : [a, b].map((run) => (has(run === a ? script : other, name) ? run.indexOf(name) : undefined));
      const right =
        name === undefined
          ? divergence?.row === -1
          : row !== undefined &&
            ((row.a !== undefined && row.a === wanted[0]) || (row.b !== undefined && row.b === wanted[1]));
      tally.runs += 1;
      if (right) tally.right += 1;
      else
        tally.missed.push(
          `seed ${seed}: wanted ${wanted.join(' / ')}, ${divergence?.sentence ?? 'no divergence'}`,
        );
    }
    expect(tally.right / tally.runs, tally.missed.join('\n')).toBeGreaterThanOrEqual(0.95);
  });

  it('is tested on at least 200 runs, counted by kind', () => {
    console.table(
      Object.fromEntries(Object.entries(found).map(([kind, { runs, right }]) => [kind, { runs, right }])),
    );
    expect(Object.values(found).reduce((sum, { runs }) => sum + runs, 0)).toBeGreaterThanOrEqual(200);
  });
});

const has = (script: Script, name: string): boolean =>
  [...script.planned, ...script.moves].some((one) => one.name === name);
