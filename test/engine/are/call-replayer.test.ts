import { expect, it } from 'vitest';
import { emailClient } from '../../../engine/apps/email/email.ts';
import { World } from '../../../engine/world/world.ts';
import { seededRandom } from '../../../engine/model/values/random.ts';
import { appName, eventId } from '../../../engine/model/values/ids.ts';
import type { ActionEntry } from '../../../engine/model/log-entry.ts';
import { instant } from '../../../engine/model/values/time.ts';
import { TraceCallReplayer } from '../../../engine/are/call-replayer.ts';

const action = { app: appName('mail'), tool: 'send_email', args: { recipients: ['ada@example.org'] } };

/** An entry of event `pay`, in which the agent sent an email that got the id `value`. */
const sent = (index: number, value: string): ActionEntry => ({
  index,
  time: instant(0),
  due: instant(0),
  event: eventId('pay'),
  causes: [],
  kind: 'agent',
  oracle: false,
  action: { ...action, effect: 'write' },
  calls: [],
  outcome: { status: 'done', value },
  changes: [],
});

it('TraceCallReplayer gives repeated calls of an event their recorded ids, in order', () => {
  const [first, second] = ['a'.repeat(32), 'b'.repeat(32)];
  const replayer = new TraceCallReplayer([sent(0, first), sent(1, second)]);
  const context = { now: () => instant(0), random: seededRandom(1), ...replayer.worldContext };
  const world = new World({ mail: emailClient() }, context);

  const answers = ['pay', 'pay-0'].map((event) => replayer.call(world, eventId(event), action, {}).outcome);

  expect(answers).toEqual([
    { status: 'done', value: first },
    { status: 'done', value: second },
  ]);
});
