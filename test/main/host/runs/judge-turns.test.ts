import { describe, expect, it } from 'vitest';
import { eventId, eventStatus, type Store } from '../../../../engine/index.ts';
import type { LogEntry, RunSummary } from '../../../../engine/model/index.ts';
import {
  judgedBetweenTurns,
  judgeEnded,
  LiveRun,
  prepareScenario,
  RunJudge,
  verify,
} from '../../../../main/host/runs/index.ts';
import { compileStoredSources } from '../../../../main/host/scenarios/index.ts';
import { trustOwnCode } from '../../../../main/host/system/index.ts';
import { emptyStore } from '../../../engine/store/pantry.ts';

/** Two turns. In the second, the environment and the user depend on the agent's calls in the first. */
const dialogue = (verdict = ''): string => `
import { agentUserInterface, contacts, emailClient, scenario, seconds } from 'orrery';

export default scenario({
  name: 'dialogue',
  ${verdict}
  apps: () => ({ user: agentUserInterface(), mail: emailClient(), people: contacts() }),
  events({ user, mail, people }, { oracle }) {
    const ask = user.send_message_to_agent({ content: 'Note Ada.' }).at(seconds(5)).id('ask');
    const noted = oracle(people.add_new_contact({ first_name: 'Ada', last_name: 'Byron' })).after(ask).id('noted');
    const told = oracle(user.send_message_to_user({ content: 'Done.' })).after(noted).id('told');
    mail.send_email_to_user_only({ sender: 'a@b.example', subject: noted.result }).after(told, seconds(5)).id('letter');
    user.send_message_to_agent({ content: 'Thank you.' }).after(told, seconds(10)).id('thanks');
  },
});`;

const script = (lastName: string): string =>
  JSON.stringify({
    agent: [
      { at: 12, app: 'people', tool: 'add_new_contact', args: { first_name: 'Ada', last_name: lastName } },
      { at: 15, app: 'user', tool: 'send_message_to_user', args: { content: 'done' } },
    ],
  });

async function played(text: string, lastName: string): Promise<{ store: Store; run: RunSummary }> {
  const store = emptyStore();
  const compiled = await compileStoredSources(new Map([['dialogue.ts', text]]), 'dialogue.ts');
  trustOwnCode(compiled.files);
  const live = new LiveRun(
    await judgedBetweenTurns(
      prepareScenario(compiled, {
        mode: 'plain',
        choices: { script: 'agent.json' },
        scripts: new Map([['agent.json', script(lastName)]]),
      }),
    ),
    store,
  );
  while (!live.over) live.advance(() => true);
  await judgeEnded(store, live.id);
  return { store, run: store.run(live.id)! };
}

const eventsOf = ({ store, run }: Awaited<ReturnType<typeof played>>): readonly string[] =>
  store.entries(run.id, 0, 100).flatMap((entry) => (entry.outcome.status === 'done' ? [entry.event] : []));

describe('judging between turns', () => {
  it('starts the next turn after the agent’s message and resolves the oracle’s ids', async () => {
    const { store, run } = await played(dialogue(), 'Byron');
    expect(eventsOf({ store, run })).toEqual(['ask', 'agent-0', 'agent-1', 'letter', 'thanks']);
    const [, noted, message, letter] = store
      .entries(run.id, 0, 100)
      .filter(({ outcome }) => outcome.status === 'done');
    expect(letter).toMatchObject({
      action: { resolved: { subject: noted!.outcome.status === 'done' && noted!.outcome.value } },
    });
    expect(letter!.causes).toContain(message!.index);
    const statusAfter = (at: number): unknown =>
      eventStatus(store.plan(run.id)!, store.entries(run.id, 0, 100), at, eventId('thanks'));
    const blockedBy = [{ event: 'told', status: { kind: 'awaits-agent' } }];
    expect(statusAfter(noted!.index)).toEqual({ kind: 'waiting', waitsFor: ['told'], blockedBy });
    expect(statusAfter(message!.index)).toMatchObject({ kind: 'scheduled', withinRun: true });
    expect(run.verdict).toMatchObject({ outcome: 'passed' });
    expect(await verify(store, run)).toMatchObject({ differs: undefined });
  });

  it('ends the run after the first failed turn', async () => {
    const { store, run } = await played(dialogue(), 'Lovelace');
    expect(eventsOf({ store, run })).toEqual(['ask', 'agent-0', 'agent-1']);
    expect(run).toMatchObject({
      state: 'completed',
      verdict: { outcome: 'failed', sentence: expect.stringContaining('"Lovelace"') as string },
      notes: [{ kind: 'ending', cause: 'judge' }],
    });
    expect(await verify(store, run)).toMatchObject({ differs: undefined });
  });

  it('continues after a failed turn when the verdict does not depend on that turn', async () => {
    const { store, run } = await played(dialogue("verdict: { need: 'any' },"), 'Lovelace');
    expect(eventsOf({ store, run })).toEqual(['ask', 'agent-0', 'agent-1', 'letter', 'thanks']);
    expect(run.verdict).toMatchObject({ judge: { outcome: 'failed' } });
  });

  it('plays the oracle once for the turns and the verdict', async () => {
    const store = emptyStore();
    const compiled = await compileStoredSources(new Map([['dialogue.ts', dialogue()]]), 'dialogue.ts');
    const choices = { script: 'agent.json' };
    const scripts = new Map([['agent.json', script('Byron')]]);
    const prepared = await judgedBetweenTurns(prepareScenario(compiled, { mode: 'plain', choices, scripts }));
    trustOwnCode(compiled.files);
    const live = new LiveRun(prepared, store);
    while (!live.over) live.advance(() => true);
    await new RunJudge(store).judgeEnded(live.id, { ...prepared, log: undefined, oracle: refuse });
    expect(store.run(live.id)?.verdict).toMatchObject({ judge: { outcome: 'passed' } });
  });

  it('does not play the oracle again to judge the oracle’s own run', async () => {
    const store = emptyStore();
    const text = dialogue("finalState: { only: ['people'] },").replace(/^.*(letter|thanks).*$/gm, '');
    const compiled = await compileStoredSources(new Map([['dialogue.ts', text]]), 'dialogue.ts');
    const prepared = prepareScenario(compiled, { mode: 'oracle' });
    trustOwnCode(compiled.files);
    const live = new LiveRun(prepared, store);
    const log: LogEntry[] = [];
    while (!live.over) log.push(...live.advance(() => true));
    await new RunJudge(store).judgeEnded(live.id, { ...prepared, log, oracle: refuse });
    expect(store.run(live.id)?.verdict).toMatchObject({ finalState: { outcome: 'passed' } });
  });
});

const refuse = (): never => expect.fail('The oracle was played again.');
