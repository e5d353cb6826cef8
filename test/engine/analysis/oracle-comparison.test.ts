import { describe, expect, it } from 'vitest';
import { play } from '../../../engine/agents/agent.ts';
import { Session } from '../../../engine/agents/session.ts';
import type { AgentAct } from '../../../engine/model/conversation.ts';
import { argumentDifferences, compareWithOracle } from '../../../engine/analysis/oracle-comparison.ts';
import { emailClient } from '../../../engine/apps/email/email.ts';
import { Environment } from '../../../engine/kernel/environment.ts';
import { appName, eventId } from '../../../engine/model/values/ids.ts';
import type { JsonObject } from '../../../engine/model/values/json.ts';
import { fromSeconds, seconds, type SimSpan } from '../../../engine/model/values/time.ts';
import type { OracleMatch } from '../../../engine/model/verdict.ts';
import { outlineOf } from '../../../engine/scenario/plan-outline.ts';
import { planOf } from '../../../engine/scenario/plan.ts';
import { scenario } from '../../../engine/scenario/scenario.ts';

const COOK = 'cook@kitchen.example';
const WAITER = 'waiter@hall.example';

/** The oracle emails the cook a minute after the order arrives, then replies to the order. */
const plan = () =>
  planOf(
    scenario({
      name: 'order',
      duration: seconds(600),
      apps: () => ({ mail: emailClient({ user_email: 'chef@kitchen.example' }) }),
      events({ mail }, { oracle }) {
        const order = mail
          .send_email_to_user_only({ sender: WAITER, subject: 'Table 4', content: 'Two soups.' })
          .at(seconds(10));
        const ask = oracle(
          mail.send_email({ recipients: [COOK, WAITER], subject: 'Soup', content: 'Two soups, please.' }),
        ).after(order, seconds(60));
        oracle(mail.reply_to_email({ email_id: order.result, content: 'Coming.' })).after(ask, seconds(1));
        oracle(mail.list_emails({})).after(ask);
      },
    }),
  );

/** Waits until so many seconds after the start. */
const wait = (span: number): AgentAct => ({ kind: 'wait', span: seconds(span) });

const send = (args: JsonObject): AgentAct => ({ kind: 'call', tool: 'mail__send_email', args });

/** A reply to the order, with the id that the order has in this run. */
function reply(environment: Environment, content: string): AgentAct {
  const order = environment.log.find(({ kind }) => kind === 'environment')!;
  const id = order.outcome.status === 'done' ? order.outcome.value : null;
  return { kind: 'call', tool: 'mail__reply_to_email', args: { email_id: id, content } };
}

const asked = { recipients: [COOK, WAITER], subject: 'Soup', content: 'Two soups, please.' };

function judged(...acts: (AgentAct | ((environment: Environment) => AgentAct))[]): readonly OracleMatch[] {
  const ready = plan();
  const environment = new Environment(ready, { mode: 'plain' });
  let next = 0;
  play(
    new Session(environment, ready, { agent: { from: 0, turns: 50, isOther: false } }),
    {
      next: ({ time }) => {
        for (;;) {
          const given = acts[next] ?? ({ kind: 'finish' } as const);
          const act = typeof given === 'function' ? given(environment) : given;
          // A message ends a wait: wait again for the rest.
          const rest = act.kind === 'wait' ? ready.start + act.span! - time : 0;
          if (rest > 0) return { act: { kind: 'wait', span: rest as SimSpan }, took: seconds(0) };
          next += 1;
          if (act.kind !== 'wait') return { act, took: seconds(0) };
        }
      },
    },
    'frozen',
  );
  return compareWithOracle(outlineOf(ready), environment.log, (_action, effect) => effect === 'write');
}

const answer = (environment: Environment): AgentAct => reply(environment, 'Coming.');
const statuses = (matches: readonly OracleMatch[]): readonly string[] => matches.map(({ status }) => status);

describe('compareWithOracle()', () => {
  it('matches calls by their arguments, including results of the run, and ignores reading calls', () => {
    const matches = judged(wait(70), send(asked), answer);

    expect(matches).toMatchObject([
      { status: 'matched', entry: 2, differences: [], offset: 0 },
      { status: 'matched', entry: 3, differences: [] },
    ]);
  });

  it('matches a run of the oracle with the oracle’s own events', () => {
    const ready = plan();
    const environment = new Environment(ready, { mode: 'oracle' });
    environment.run();

    const matches = compareWithOracle(
      outlineOf(ready),
      environment.log,
      (_action, effect) => effect === 'write',
    );

    expect(statuses(matches)).toEqual(['matched', 'matched']);
  });

  it('ignores the order of texts, surrounding spaces and empty arguments', () => {
    const [ask] = judged(wait(70), send({ ...asked, recipients: [WAITER, COOK], subject: ' Soup', cc: [] }));

    expect(ask).toMatchObject({ status: 'matched', differences: [] });
  });

  it('ignores the order of texts and the spaces around them', () => {
    expect(argumentDifferences({ to: ['ben', ' cat'] }, { to: ['cat', 'ben '] })).toEqual([]);
  });

  it('treats a missing argument named like an object property as missing', () => {
    expect(argumentDifferences({ toString: 'soup' }, {})).toEqual([
      { path: ['toString'], a: 'soup', b: null },
    ]);
  });

  it('distinguishes reworded texts from wrong arguments', () => {
    const [reworded] = judged(wait(70), send({ ...asked, content: 'Soup for two.' }));
    const [wrong] = judged(wait(70), send({ ...asked, recipients: [COOK] }));

    expect(reworded).toMatchObject({
      status: 'reworded',
      differences: [{ path: ['content'], a: 'Two soups, please.', b: 'Soup for two.' }],
    });
    expect(wrong).toMatchObject({ status: 'wrong-argument', entry: 2 });
    expect(wrong?.differences.map(({ path: [name] }) => name)).toEqual(['recipients']);
  });

  it('reports missing and extra calls', () => {
    const matches = judged(wait(70), send(asked), send({ ...asked, recipients: ['guest@hall.example'] }));

    expect(matches).toMatchObject([
      { status: 'matched', entry: 2 },
      { status: 'missing', entry: undefined, action: { tool: 'reply_to_email' } },
      { status: 'extra', entry: 3, action: { args: { recipients: ['guest@hall.example'] } } },
    ]);
  });

  it('prefers an exact match over an earlier call that differs', () => {
    const [ask, , extra] = judged(wait(70), send({ ...asked, recipients: [COOK] }), send(asked));

    expect(ask).toMatchObject({ status: 'matched', entry: 3 });
    expect(extra).toMatchObject({ status: 'extra', entry: 2 });
  });

  it('tolerates calls up to 10 s early and 25 s late, relative to the run’s own events', () => {
    const [late] = judged(wait(96), send(asked));
    const [inTime] = judged(wait(95), send(asked));
    const [early] = judged(wait(59), send(asked));
    const [before] = judged(send(asked));

    expect(late).toMatchObject({ status: 'late', offset: seconds(26) });
    expect(inTime).toMatchObject({ status: 'matched', offset: seconds(25) });
    expect(early).toMatchObject({ status: 'early', offset: -11_000_000 });
    expect(before).toMatchObject({ status: 'early' });
  });

  it('ignores failed calls', () => {
    const matches = judged(wait(70), send({ recipients: 7 }));

    expect(statuses(matches)).toEqual(['missing', 'missing']);
  });

  it('compares 5,000 calls with 5,000 different oracle calls', () => {
    const numbers = Array.from({ length: 5000 }, (_, number) => number);
    const action = (to: string) => ({ app: appName('mail'), tool: 'send_email', args: { to, content: to } });
    const events = numbers.map((number) => ({
      id: eventId(`wanted-${number}`),
      kind: 'agent' as const,
      oracle: true,
      place: undefined,
      timing: { kind: 'from-start' as const, delay: seconds(0) },
      action: action(`guest ${number}`),
    }));
    const log = numbers.map((index) => ({
      index,
      time: fromSeconds(0),
      due: fromSeconds(0),
      event: eventId(`sent-${index}`),
      causes: [],
      kind: 'agent' as const,
      oracle: false,
      calls: [],
      outcome: { status: 'done', value: null } as const,
      action: { ...action(`stranger ${index}`), effect: 'write' as const },
    }));

    const matches = compareWithOracle({ start: fromSeconds(0), events }, log, () => true);

    expect(matches.map(({ entry }) => entry)).toEqual(numbers);
    expect(new Set(statuses(matches))).toEqual(new Set(['wrong-argument']));
  });
});
