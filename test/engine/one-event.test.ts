import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { Session } from '../../engine/agents/session.ts';
import { agentUserInterface, emailClient, type MailState } from '../../engine/apps/index.ts';
import { Environment } from '../../engine/kernel/environment.ts';
import { type ScheduledEvent, Scheduler } from '../../engine/kernel/scheduler.ts';
import type { ActionEvent } from '../../engine/model/event.ts';
import type { LogEntry } from '../../engine/model/log-entry.ts';
import { seconds } from '../../engine/model/values/time.ts';
import { planData } from '../../engine/scenario/plan-outline.ts';
import { planOf } from '../../engine/scenario/plan.ts';
import { scenario } from '../../engine/scenario/scenario.ts';
import { Recorder } from '../../engine/state/journal.ts';
import { openStore } from '../../engine/store/store.ts';
import type { Plan } from '../../engine/world/index.ts';
import { LiveRun } from '../../main/host/runs/live-run.ts';
import type { PreparedRun } from '../../main/host/runs/prepare-run.ts';
import { openDatabase, packing } from '../open-database.ts';

const root = path.resolve(import.meta.dirname, '../..');
const readme = readFileSync(path.join(root, 'engine/README.md'), 'utf8');
const steps = readme.slice(readme.indexOf('\n1. '), readme.indexOf('\n10. '));

/** A function, or a class or file that has it. */
interface Station {
  readonly file: string;
  readonly name: string;
}

/** Files that the steps name beside the way: the mail of a script does not pass through them. */
const BESIDE = ['main/host/runs/realm-environment.ts', 'engine/realm/program.ts', 'engine/store/schema.ts'];

/** The stations that the README's steps link, in order. */
const stations = [...steps.matchAll(/\[`([^`]+)`\]\(([^)]+)\)/g)]
  .map(([, name = '', link = '']): Station => ({ file: path.join('engine', link), name }))
  .filter(({ file }) => !BESIDE.includes(file));

/** The files that somebody who follows the mail opens. */
const files = [...new Set(stations.map(({ file }) => file))];

/** The functions of engine and main that run for the mail, outermost first. */
class Trace {
  readonly stacks: (readonly Station[])[] = [];

  /** All functions, stack after stack. */
  get functions(): readonly Station[] {
    return this.stacks.flat();
  }

  /** Adds the functions on the stack. */
  record(): void {
    const stack: Station[] = [];
    for (const line of new Error().stack!.split('\n').slice(1).reverse()) {
      const [, name = '', place = ''] = /at (?:(.*) \()?(?:file:\/\/)?(\/.*?):\d+:\d+\)?$/.exec(line) ?? [];
      const file = path.relative(root, place);
      if (/^(?:engine|main)\//.test(file)) stack.push({ file, name });
    }
    this.stacks.push(stack);
  }

  /** `value`, with `changed` properties. Reading a property of it records the stack. */
  watch<Value extends object>(value: Value, changed: Partial<Value> = {}): Value {
    return new Proxy(value, {
      get: (target, key) => {
        this.record();
        return Reflect.get(key in changed ? changed : target, key) as unknown;
      },
    });
  }
}

/** Whether `called` is `station`: the same function, a method of the class, or any function of the file. */
const isStation = (station: Station, called: Station): boolean =>
  station.file === called.file &&
  (path.basename(station.file) === station.name ||
    called.name.split('.').at(-1) === station.name.split('.').at(-1) ||
    called.name.startsWith(`${station.name}.`));

const MAIL = '2-mail-send_email_to_user_only';

/** Runs the README's scenario, and traces the mail from its declaration to its row. */
function traceMail(): { readonly trace: Trace; readonly plan: Plan; readonly entry: LogEntry } {
  const trace = new Trace();
  const invoice = scenario({
    name: 'invoice',
    apps: () => ({ mail: watchedMail(trace), user: agentUserInterface() }),
    events({ mail, user }) {
      const ask = user
        .send_message_to_agent({ content: 'Forward me the invoice when it comes.' })
        .at(seconds(5));
      mail
        .send_email_to_user_only({
          sender: 'ada@example.org',
          subject: 'Invoice',
          content: 'Please pay by Friday.',
        })
        .after(ask, seconds(30));
    },
  });
  const plan = planOf(invoice);
  const events = (plan.events as readonly ActionEvent[]).map((event) =>
    event.id === MAIL ? trace.watch(event, { action: trace.watch(event.action) }) : event,
  );
  // oxlint-disable-next-line unbound-method -- it is called with its own `this`
  const { push } = Scheduler.prototype;
  vi.spyOn(Scheduler.prototype, 'push').mockImplementation(function (this: Scheduler, one: ScheduledEvent) {
    if (one.event.id === MAIL)
      trace.stacks.push([{ file: 'engine/kernel/scheduler.ts', name: 'Scheduler.push' }]);
    push.call(this, one);
  });
  // oxlint-disable-next-line unbound-method -- it is called with its own `this`
  const { takeChanges } = Recorder.prototype;
  vi.spyOn(Recorder.prototype, 'takeChanges').mockImplementation(function (this: Recorder<object>) {
    trace.stacks.push([{ file: 'engine/state/journal.ts', name: 'Recorder.takeChanges' }]);
    return takeChanges.call(this);
  });
  const environment = new Environment({ ...plan, events }, { mode: 'plain' });
  const store = openStore(openDatabase(), packing);
  const prepared: Partial<PreparedRun> = {
    path: 'invoice.ts',
    files: new Map([['invoice.ts', '']]),
    mode: 'plain',
    plan: planData(plan),
    environment,
    session: new Session(environment, plan),
    within: (work) => work(),
    printed: [],
    problems: [],
    choices: {},
  };
  const live = new LiveRun(prepared as PreparedRun, store);
  while (!live.over) live.advance(() => false);
  return { trace, plan, entry: store.entries(live.id, 1, 1)[0]! };
}

/** A mail app. What reads the app or runs its tool for the mail is traced. */
function watchedMail(trace: Trace): ReturnType<typeof emailClient> {
  const mail = emailClient();
  const tool = mail.tools.send_email_to_user_only;
  const apply: typeof tool.apply = (state, args, context) => {
    const { folders } = state;
    const watched = trace.watch(folders, { INBOX: trace.watch(folders.INBOX) });
    return tool.apply({ folders: watched, user_email: state.user_email } as MailState, args, context);
  };
  return trace.watch(mail, { tools: { ...mail.tools, send_email_to_user_only: { ...tool, apply } } });
}

/** The objects in the JSON blocks of the steps. */
const shown = [...steps.matchAll(/```json\n([^]*?)```/g)].map(([, json = '']) => JSON.parse(json) as object);

describe('the way of one event in engine/README.md', () => {
  let traced: ReturnType<typeof traceMail>;

  beforeAll(() => {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 100;
    try {
      traced = traceMail();
    } finally {
      Error.stackTraceLimit = limit;
      vi.restoreAllMocks();
    }
  });

  it('names the functions that are called for the mail, in the order of their calls', () => {
    const { functions } = traced.trace;
    const missing: string[] = [];
    let position = 0;
    for (const station of stations) {
      const next = functions.findIndex((called, index) => index >= position && isStation(station, called));
      if (next < 0) missing.push(`${station.name} (${station.file})`);
      else position = next;
    }
    expect(missing).toEqual([]);
  });

  it('goes through 14 files and no others', () => {
    // The gate of scenario code and the transaction run what they are given.
    const passed = ['engine/model/scenario-host.ts', 'engine/store/store.ts'];
    const deepest = traced.trace.stacks.filter((stack) =>
      stack.some(({ file, name }) => file === 'engine/apps/email/state.ts' || name === 'addEntry'),
    );

    expect(files).toHaveLength(14);
    expect(deepest.length).toBeGreaterThan(1);
    expect(deepest.flat().filter(({ file }) => ![...files, ...passed].includes(file))).toEqual([]);
  });

  it('shows the event and parts of the entry of the mail as they are', () => {
    const { plan, entry } = traced;

    expect(JSON.parse(JSON.stringify(plan.events[1]))).toEqual(shown[0]);
    expect(entry).toMatchObject(shown[1]!);
  });
});
