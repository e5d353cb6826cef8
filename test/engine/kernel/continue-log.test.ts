import { describe, expect, it } from 'vitest';
import {
  agentUserInterface,
  appName,
  canonicalLine,
  emailClient,
  ManualEnvironment,
  type LogEntry,
  minutes,
  type Plan,
  planOf,
  reminderApp,
  scenario,
  seconds,
  systemApp,
} from 'orrery/engine';
import { maskGeneratedIds } from '../../../engine/model/values/ids.ts';
import { pad } from '../scenario/pad.ts';

const MAIL = appName('mail');

/** A scenario with every kind of event, joins, repeated checks, alarms and failures. */
const plan: Plan = planOf(
  scenario({
    name: 'everything',
    start: '2026-01-05T09:00:00Z',
    duration: minutes(10),
    apps: () => ({
      desk: pad(),
      mail: emailClient(),
      user: agentUserInterface(),
      reminders: reminderApp(),
      system: systemApp(),
    }),
    events(
      { desk, mail, user, reminders, system },
      { agentValidation, condition, oracle, stop, validation },
    ) {
      const ask = user.send_message_to_agent({ content: 'Forward the invoice.' }).at(seconds(5)).id('ask');
      agentValidation({
        milestones: {
          reads: (_world, _past, { action }) => action.tool === 'list_emails',
          answers: (_world, _past, { action }) => action.tool === 'send_message_to_user',
        },
      })
        .id('watch')
        .timeout(200);
      const invoice = mail
        .send_email_to_user_only({ sender: 'ada@example.org', subject: 'Invoice' })
        .after(ask, seconds(30))
        .id('invoice');
      reminders.add_reminder({
        title: 'Coffee',
        description: '',
        due_datetime: '2026-01-05 09:01:00',
        repetition_unit: null,
        repetition_value: null,
      });
      desk.spill().after(ask, seconds(1)).id('spilled');
      const waited = desk.write_and_wait({ text: 'on the wait' }).after(ask, seconds(2)).id('waited');
      desk.write({ text: 'after the wait' }).after(waited, seconds(1));
      oracle(system.wait_for_notification({ timeout: 90 }))
        .after(ask, minutes(1))
        .id('rest');
      const arrived = condition('the invoice is in', ({ mail }) => mail.folders.INBOX.emails.length > 0)
        .after(ask)
        .every(7)
        .id('arrived');
      const look = oracle(mail.list_emails()).after(arrived, seconds(3)).id('look');
      const note = desk.write({ text: 'noted' }).after([look, invoice], seconds(2)).id('note');
      oracle(user.send_message_to_user({ content: 'Done.' }))
        .after(note, seconds(9))
        .id('answer');
      validation({
        milestones: { noted: ({ desk }) => desk.lines.length > 0 },
        minefields: { 'too much': ({ desk }) => desk.lines.length > 5 },
      })
        .after(ask)
        .every(11)
        .timeout(120)
        .id('checked');
      stop().after(ask, minutes(3)).id('end');
      desk.write({ text: 'too late' }).after(ask, minutes(4));
    },
  }),
);

/** Lines of the log with generated ids masked, because a continued run generates new ids. */
const lines = (log: readonly LogEntry[]): readonly string[] =>
  log.map((entry) => maskGeneratedIds(canonicalLine(entry)));

describe('an environment that continues a log', () => {
  const whole = new ManualEnvironment(plan, { mode: 'oracle' });
  whole.run();

  it('is tested with a log that has entries of every kind', () => {
    expect(new Set(whole.log.map(({ kind }) => kind))).toEqual(
      new Set([
        'agent',
        'user',
        'environment',
        'condition',
        'validation',
        'agent-validation',
        'stop',
        'wait',
      ]),
    );
    expect(whole.verdict().passed).toBe(true);
  });

  it('continues from any entry exactly like the original run', () => {
    for (let length = 0; length <= whole.log.length; length++) {
      const past = JSON.parse(JSON.stringify(whole.log.slice(0, length))) as readonly LogEntry[];
      const again = new ManualEnvironment(plan, { mode: 'oracle', recording: { past } });
      again.run();

      expect(lines(again.log)).toEqual(lines(whole.log));
      expect(again.verdict()).toEqual(whole.verdict());
      expect(again.state).toBe(whole.state);
      expect(again.unread).toEqual(whole.unread);
      expect(again.pending.map(({ key }) => key)).toEqual(whole.pending.map(({ key }) => key));
    }
  });

  it('restores the states and the time of the last entry before it continues', () => {
    const one = new ManualEnvironment(plan, { mode: 'oracle' });
    for (let length = 1; one.step() !== undefined; length++) {
      const again = new ManualEnvironment(plan, {
        mode: 'oracle',
        recording: { past: whole.log.slice(0, length) },
      });
      while (again.log.length < length) again.step();

      expect(again.states).toEqual(one.states);
      expect(again.now).toBe(one.log.at(-1)!.time);
    }
  });

  it('generates no id that the log already contains', () => {
    const send = {
      app: MAIL,
      tool: 'send_email',
      args: { recipients: ['bob@example.org'], subject: 'Hello' },
    };
    const first = new ManualEnvironment(plan, { mode: 'plain' });
    const sent = first.call('agent', send);
    const again = new ManualEnvironment(plan, { mode: 'plain', recording: { past: first.log } });
    again.step();
    const next = again.call('agent', send);

    expect(sent.outcome.status).toBe('done');
    expect(next.outcome.status).toBe('done');
    expect(next.outcome).not.toEqual(sent.outcome);
  });
});
