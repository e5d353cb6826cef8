import * as z from 'zod';
import { actorOf, type Environment } from '../../engine/index.ts';
import type { Action } from '../../engine/model/action.ts';
import { appName } from '../../engine/model/ids.ts';
import type { Json } from '../../engine/model/json.ts';
import { seconds, toSeconds, type SimTime } from '../../engine/model/time.ts';
import type { Step } from './case-file.ts';
import { messages, type Session } from './session.ts';
import { shaped } from './shaped.ts';

const at = { after_tick: z.int().nullish(), after_polls: z.int().nullish() };
const span = z.number().min(0);

/** What a script or an agent may do. */
const action = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('start'), ...at }),
  z.strictObject({ do: z.literal('advance'), seconds: span, ...at }),
  z.strictObject({ do: z.literal('offset'), seconds: span, ...at }),
  z.strictObject({ do: z.literal('tick'), ...at }),
  z.strictObject({
    do: z.literal('call'),
    app: z.string(),
    tool: z.string(),
    args: z.record(z.string(), z.json()).nullish(),
    events: z.enum(['disabled', 'capture']).nullish(),
    ...at,
  }),
  z.strictObject({ do: z.literal('pause'), ...at }),
  z.strictObject({ do: z.literal('resume'), ...at }),
  z.strictObject({ do: z.literal('resume_with_offset'), seconds: span, ...at }),
  z.strictObject({ do: z.literal('stop'), ...at }),
  z.strictObject({ do: z.literal('schedule'), events: z.array(z.string()), ...at }),
  z.strictObject({ do: z.literal('get_notifications'), ...at }),
  z.strictObject({ do: z.literal('finish'), ...at }),
]);

type Call = z.output<typeof action> & { do: 'call' };

/** Does one step and answers what a case records of it. @throws {TypeError} on a step of another form. */
export function take(step: Step, session: Session): Json {
  const wanted = shaped(action, step);
  const came = perform(wanted, session);
  const { environment, start } = session;
  const time = toSeconds((environment.now - start) as SimTime);
  return { do: wanted.do, ...came, time, state: stateAfter(wanted.do, environment) };
}

/** The reference makes its final checks when the loop is over: until then one that was stopped has not failed by them. */
function stateAfter(did: string, environment: Environment): string {
  const { state, ending } = environment;
  return (did === 'finish' ? state : (ending ?? state)).toUpperCase();
}

function perform(step: z.output<typeof action>, session: Session): { result?: Json; error?: Json } {
  const { environment, start, plan, mailbox } = session;
  switch (step.do) {
    case 'start':
      environment.start();
      return {};
    case 'advance':
      environment.pass(seconds(step.seconds));
      return {};
    case 'offset':
      environment.skip(seconds(step.seconds));
      return {};
    case 'tick':
      environment.tick();
      return {};
    case 'call':
      return call(step, session);
    case 'pause':
      environment.pause();
      return {};
    case 'resume':
      environment.resume();
      return {};
    case 'resume_with_offset':
      environment.resumeAfter(seconds(step.seconds));
      return {};
    case 'stop':
      environment.stop('after-tick');
      return {};
    case 'schedule':
      environment.schedule(plan.events.filter(({ id, dormant }) => dormant && step.events.includes(id)));
      return {};
    case 'get_notifications':
      return { result: messages(mailbox.take(environment), start) };
    case 'finish':
      environment.finish();
      return {};
  }
}

function call(
  { app, tool, args, events }: Call,
  { environment, plan }: Session,
): { result?: Json; error?: Json } {
  const called = { app: appName(app), tool, args: args ?? {} };
  if (events === 'capture') return capture(called, environment);
  const declared = plan.apps[app]?.tools[tool];
  const actor = declared === undefined ? 'agent' : actorOf(declared);
  const { outcome } = environment.act(actor, called, { quiet: events === 'disabled' });
  if (outcome.status === 'done') return { result: outcome.value };
  if (outcome.status === 'skipped') return {};
  const { type, message } = outcome.error;
  return { error: { type, message } };
}

function capture(called: Action, environment: Environment): { result?: Json; error?: Json } {
  try {
    const { id, action } = environment.capture('environment', called);
    const { app, tool, args } = action;
    return { result: { captured_event: { type: 'ENV', id, app, function: tool, args } } };
  } catch (thrown) {
    const { name, message } = thrown as Error;
    return { error: { type: name, message } };
  }
}
