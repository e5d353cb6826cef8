import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { importTrace, readTrace, type Store, writeTrace } from '../../../../engine/index.ts';
import type { ActionEntry, JsonObject, KeptJudgement, RunSummary } from '../../../../engine/model/index.ts';
import { LiveRun, prepareScenario, RunJudge } from '../../../../main/host/runs/index.ts';
import { compileStoredSources } from '../../../../main/host/scenarios/index.ts';
import { trustOwnCode } from '../../../../main/host/system/index.ts';
import { emptyStore } from '../../../engine/store/pantry.ts';
import { tries } from '../../../tries.ts';

interface Step {
  readonly call: 'mkdir' | 'contact' | 'mail' | 'arrives';
  readonly wait: number;
}

/**
 * A scenario with these calls of the oracle in each turn, each after the event before. ARE lets the message that ends a turn
 * wait for all events of the turn, so that it does here.
 */
const dialogue = (turns: readonly (readonly Step[])[]): string => `
import { agentUserInterface, contacts, emailClient, fileSystem, scenario, seconds } from 'orrery';
const turns: { call: string; wait: number }[][] = ${JSON.stringify(turns)};
export default scenario({
  name: 'dialogue',
  apps: () => ({ user: agentUserInterface(), mail: emailClient(), people: contacts(), files: fileSystem() }),
  events({ user, mail, people, files }, { oracle }) {
    let before: any;
    for (const [turn, steps] of turns.entries()) {
      const task = user.send_message_to_agent({ content: 'Turn ' + turn });
      before = turn === 0 ? task.at(seconds(1)) : task.after(before, seconds(3));
      const arrived: any[] = [];
      let elapsed = 0;
      for (const [nth, { call, wait }] of steps.entries()) {
        const id = turn + '-' + nth;
        elapsed += wait;
        if (call === 'arrives') arrived.push(mail.send_email_to_user_only({ sender: 'a@b.example', subject: id }).after(task, seconds(elapsed + 0.5)).id(id));
        else {
          const made = call === 'mkdir' ? files.mkdir({ path: '/x' + id })
            : call === 'contact' ? people.add_new_contact({ first_name: 'Ada', last_name: id })
            : mail.send_email({ recipients: [id + '@b.example'], subject: 'S' + id, content: 'C' });
          before = oracle(made as any).after(before, seconds(wait)).id(id);
        }
      }
      before = oracle(user.send_message_to_user({ content: 'Done ' + turn })).after([before, ...arrived], seconds(2)).id('done-' + turn);
    }
  },
});`;

const turns = fc.array(
  fc.array(
    fc.record({
      call: fc.constantFrom('mkdir', 'contact', 'mail', 'arrives'),
      wait: fc.constantFrom(0, 0.25, 5, 40),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  { minLength: 1, maxLength: 3 },
) as fc.Arbitrary<Step[][]>;

/** What the agent does with the oracle's calls: nothing, change the first argument of one, leave it out, or be late from there on. */
const change = fc.record({ kind: fc.constantFrom('none', 'argument', 'left-out', 'late'), nth: fc.nat() });

async function live(
  text: string,
  choices: Parameters<typeof prepareScenario>[1],
): Promise<{ store: Store; run: RunSummary }> {
  const store = emptyStore();
  const compiled = await compileStoredSources(new Map([['dialogue.ts', text]]), 'dialogue.ts');
  trustOwnCode(compiled.files);
  const active = new LiveRun(prepareScenario(compiled, choices), store);
  while (!active.over) active.advance(() => true);
  return { store, run: store.run(active.id)! };
}

/** The verdict on `run` after its export as a trace and its import. */
async function judgedElsewhere(store: Store, run: RunSummary): ReturnType<RunJudge['judge']> {
  const file = [...writeTrace(store, store.run(run.id)!)].join('');
  const elsewhere = emptyStore();
  const id = importTrace(elsewhere, readTrace(file, 'dialogue.json'), {
    startedAt: 0,
    owner: 'test',
    logHash: '',
  });
  return new RunJudge(elsewhere).judge(elsewhere.run(id)!);
}

const statuses = (judgement: KeptJudgement | undefined): unknown =>
  judgement?.evidence.oracle.map(({ oracle: { id, tool }, status }) => [id, tool, status]);

it('a run with a script has the same verdict after an export as a trace and its import', async () => {
  await fc.assert(
    fc.asyncProperty(turns, change, fc.boolean(), async (steps, { kind, nth }, isNamed) => {
      const text = dialogue(steps);
      const oracle = await live(text, { mode: 'oracle' });
      const log = oracle.store.entries(oracle.run.id, 0, 1000);
      const calls = log.filter((entry): entry is ActionEntry => entry.kind === 'agent');
      const at = nth % calls.length;
      const script = calls.flatMap(({ time, event, causes, action: { app, tool, args } }, index) => {
        if (kind === 'left-out' && index === at) return [];
        const by = kind === 'late' && index >= at ? 60 : 0;
        const [name] = Object.keys(args);
        const given: JsonObject =
          kind === 'argument' && index === at ? { ...args, [name!]: ['other'] } : args;
        const fits =
          tool === 'send_email'
            ? given
            : kind === 'argument' && index === at
              ? { ...args, [name!]: 'other' }
              : args;
        // A call may stand for the oracle's event.
        const named = isNamed ? { event, after: causes.map((cause) => log[cause]!.event) } : {};
        return [{ at: (time - oracle.run.start) / 1e6 + by, app, tool, args: fits, ...named }];
      });
      const scripts = new Map([['agent.json', JSON.stringify({ agent: script })]]);
      const { store, run } = await live(text, { mode: 'plain', choices: { script: 'agent.json' }, scripts });
      const own = await new RunJudge(store).judge(run);

      const again = await judgedElsewhere(store, run);

      expect(again.verdict.judge?.outcome).toBe(own.verdict.judge?.outcome);
      expect(statuses(again.judgement)).toEqual(statuses(own.judgement));
      if (kind === 'none') expect(own.verdict.judge?.outcome).toBe('passed');
    }),
    { numRuns: tries(40) },
  );
});

const BAKING = `
import { agentUserInterface, app, scenario, seconds, str, toolOf } from 'orrery';
const tool = toolOf<{ heat: string }>();
const oven = app({
  class: 'Oven',
  initial: () => ({ heat: '' }),
  tools: {
    set_heat: tool({ summary: 'Heats.', effect: 'write', args: { degrees: str }, apply(state, { degrees }) { state.heat = degrees; return ''; } }),
  },
});
export default scenario({
  name: 'baking',
  apps: () => ({ user: agentUserInterface(), oven: oven() }),
  events({ user, oven }, { oracle }) {
    const ask = user.send_message_to_agent({ content: 'Bake at 200.' }).at(seconds(1));
    oracle(oven.set_heat({ degrees: '200' })).after(ask, seconds(2)).id('heat');
  },
});`;

it.each([
  ['200', 'passed', 'passed'],
  ['900', 'failed', 'not-judged'],
])(
  'a call of an own app with %s instead of 200: %s, and after its import: %s',
  async (degrees, own, after) => {
    const call = { at: 3, app: 'oven', tool: 'set_heat', args: { degrees }, event: 'heat' };
    const scripts = new Map([['agent.json', JSON.stringify({ agent: [call] })]]);
    const { store, run } = await live(BAKING, { mode: 'plain', choices: { script: 'agent.json' }, scripts });

    expect((await new RunJudge(store).judge(run)).verdict.judge?.outcome).toBe(own);
    // No app of one's own can be played there; only the oracle's own log shows what it does.
    expect((await judgedElsewhere(store, run)).verdict.judge?.outcome).toBe(after);
  },
);
