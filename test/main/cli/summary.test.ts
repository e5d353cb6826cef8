import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../engine/index.ts';
import { runLine, summaryLines } from '../../../main/cli/summary.ts';
import { LiveRun } from '../../../main/host/runs/live-run.ts';
import { openDatabase, packing } from '../../open-database.ts';
import { callingGuest, dinner, prepared } from '../host/runs/dinner.ts';

/** The printed summary of a run of `text`. */
async function summedUp(text: string): Promise<{ line: string; lines: string[] }> {
  const db = openDatabase();
  onTestFinished(() => void db.close());
  const store = openStore(db, packing);
  const live = new LiveRun(await prepared(text), store);
  live.advance(() => true);
  const run = store.run(live.id)!;
  return { line: runLine(run), lines: summaryLines(run, store) };
}

const entriesOf = (lines: readonly string[]): string[] => lines.filter((line) => line.startsWith('#'));

describe('summaryLines()', () => {
  it('prints all entries of a short run', async () => {
    const { lines } = await summedUp(callingGuest(40));

    expect(entriesOf(lines)).toHaveLength(40);
    expect(lines.join('\n')).not.toContain('left out');
    expect(lines).toContain('40 entries in 40 simulated seconds, completed');
    expect(lines).toContain(
      'verdict: not judged: Nothing was checked: no milestone, minefield, oracle call or final state decides on it.',
    );
  });

  it('prints the place in the scenario file where a call threw', async () => {
    const { lines } = await summedUp(`import { app, scenario, toolOf } from 'orrery';
      const tool = toolOf<{ pots: string[] }>();
      const stove = app({ class: 'Stove', initial: () => ({ pots: [] as string[] }), tools: {
        stir: tool({ summary: 'Stir.', effect: 'write', apply: ({ pots }) => pots[0]!.length }),
      } });
      export default scenario({
        name: 'dinner', apps: () => ({ stove: stove() }), events({ stove }) { stove.stir(); },
      });`);

    expect(entriesOf(lines)).toEqual([
      expect.stringMatching(/stove\.stir +failed: TypeError: .+, at apply \(scenarios\/dinner\.ts:4:\d+\)$/),
    ]);
  });

  it('prints where a check that changes the state was declared', async () => {
    const { lines } = await summedUp(
      dinner(`condition('tidies', ({ user }) => (user.messages = [], true));`),
    );

    expect(lines).toContain('    declared at scenarios/dinner.ts:8:5');
  });

  it('prints the first 30 and last 10 entries of a long run and how many are left out', async () => {
    const { lines } = await summedUp(callingGuest(1_500));

    const numbers = entriesOf(lines).map((line) => Number(/\d+/.exec(line)));
    expect(numbers.slice(0, 30)).toEqual([...Array(30).keys()]);
    expect(numbers.slice(30)).toEqual([...Array(10).keys()].map((at) => 1_490 + at));
    expect(lines).toContain('1,460 entries left out');
  });

  it('leaves out checks that were still waiting, and prints why the run failed', async () => {
    const { lines } = await summedUp(
      dinner(`validation({ milestones: { 'the soup is served': () => false } }).timeout(3);`),
    );

    expect(entriesOf(lines)).toEqual([expect.stringContaining('missing: the soup is served')]);
    expect(lines.join('\n')).toMatch(
      /^verdict: failed: Milestone "the soup is served" was not reached in time\.$/m,
    );
    expect(lines.join('\n')).toMatch(/milestone the soup is served: missed/);
    expect(lines.join('\n')).toMatch(/\d entr(y|ies) left out/);
  });
});

describe('runLine()', () => {
  it('prints a run’s id, scenario, verdict, size, mode, seed and start in one line', async () => {
    const { line } = await summedUp(callingGuest(1));

    expect(line).toMatch(/^r1 +dinner: not judged, 1 entry, oracle, seed 0, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });
});
