import { callAt } from '../agents/turns.ts';
import { Session } from '../../../engine/agents/session.ts';
import type { ComparedRun } from '../../../engine/analysis/compare-runs.ts';
import type { LogEntry } from '../../../engine/model/log-entry.ts';
import { agentUserInterface } from '../../../engine/apps/chat/chat.ts';
import { emailClient } from '../../../engine/apps/email/email.ts';
import { Environment } from '../../../engine/kernel/environment.ts';
import type { AppName } from '../../../engine/model/values/ids.ts';
import type { Json, JsonObject } from '../../../engine/model/values/json.ts';
import { type Random, seededRandom } from '../../../engine/model/values/random.ts';
import { after, seconds, type SimSpan } from '../../../engine/model/values/time.ts';
import { planOf } from '../../../engine/scenario/plan.ts';
import { scenario } from '../../../engine/scenario/scenario.ts';
import { copyJson } from '../../../engine/state/copy.ts';
import type { Plan } from '../../../engine/world/plan.ts';

/** An incoming email or a message of the user; its text is its name. */
export interface Planned {
  readonly name: string;
  readonly tool: 'mail' | 'message';
  readonly at: number;
  /** The name of an event that it waits for. */
  readonly after?: string;
}

export interface Move {
  readonly name: string;
  readonly at: number;
  readonly tool: 'reply_to_email' | 'send_email' | 'get_email_by_id' | 'list_emails';
  readonly args: JsonObject;
}

export interface Script {
  readonly seed: number;
  readonly inbox: readonly string[];
  readonly planned: readonly Planned[];
  readonly moves: readonly Move[];
}

export const below = (random: Random, count: number): number => Math.floor(random.next() * count);

export const pick = <Item>(random: Random, items: readonly Item[]): Item =>
  items[below(random, items.length)]!;

/** A random script of 40 events and calls. */
export function randomScript(seed: number): Script {
  const random = seededRandom(seed, 'script');
  const inbox = Array.from({ length: 6 }, (_, at) => `old ${at}`);
  const planned = Array.from({ length: 25 }, (_, at): Planned => {
    const earlier = at > 3 && below(random, 3) === 0 ? { after: `event ${below(random, at)}` } : {};
    return {
      name: `event ${at}`,
      tool: pick(random, ['mail', 'message']),
      at: below(random, 200),
      ...earlier,
    };
  });
  const moves = Array.from({ length: 15 }, (_, at) => randomMove(random, at, at * 14 + below(random, 10)));
  return { seed, inbox, planned, moves };
}

export function randomMove(random: Random, name: number | string, at: number): Move {
  const tool = pick(random, ['reply_to_email', 'send_email', 'get_email_by_id', 'list_emails'] as const);
  const id = `inbox-${1 + below(random, 6)}`;
  const args: Record<Move['tool'], JsonObject> = {
    reply_to_email: { email_id: id, content: `answer ${name}` },
    send_email: { recipients: ['ada@example.org'], subject: `note ${name}`, content: '' },
    get_email_by_id: { email_id: id },
    list_emails: { limit: 1 + below(random, 9) },
  };
  return { name: `move ${name}`, at, tool, args: args[tool] };
}

/** The run of `script`. `indexOf` returns the entry of an event or move. */
export function played(
  script: Script,
): ComparedRun & { readonly entries: readonly LogEntry[]; readonly indexOf: (name: string) => number } {
  const plan = planFor(script);
  const environment = new Environment(plan, { mode: 'plain' });
  const states = Object.fromEntries(
    environment.apps.map(({ name }) => [name, copyJson(environment.appState(name))]),
  ) as Record<AppName, Json>;
  const moves = [...script.moves].sort((one, other) => one.at - other.at);
  const record = moves.map(({ at, tool, args }) =>
    callAt(after(plan.start, seconds(at)), `mail__${tool}`, args),
  );
  new Session(environment, plan, { record }).run();
  const entries = environment.log;
  const acted = entries.filter(({ kind }) => kind === 'agent');
  return {
    start: plan.start,
    states,
    entries,
    indexOf: (name) =>
      name.startsWith('move')
        ? acted[moves.findIndex((move) => move.name === name)]!.index
        : entries.find(({ event }) => event === name)!.index,
  };
}

const planFor = ({ seed, inbox, planned }: Script): Plan =>
  planOf(
    scenario({
      name: 'mutated',
      seed,
      duration: seconds(1000) satisfies SimSpan,
      apps: () => ({
        mail: emailClient({
          inbox: inbox.map((subject, at) => ({
            email_id: `inbox-${at + 1}`,
            sender: 'ada@example.org',
            subject,
          })),
        }),
        user: agentUserInterface(),
      }),
      events({ mail, user }) {
        const declared = new Map<string, ReturnType<typeof arrive>>();
        const arrive = (subject: string) =>
          mail.send_email_to_user_only({ sender: 'bob@example.org', subject });
        const ask = (content: string) => user.send_message_to_agent({ content });
        for (const { name, tool, at, after } of planned) {
          const event = (tool === 'mail' ? arrive(name) : ask(name)).id(name);
          const before = after === undefined ? undefined : declared.get(after);
          if (before === undefined) event.at(seconds(at));
          else event.after(before, seconds(at));
          declared.set(name, event);
        }
      },
    }),
  );
