import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelAnswer } from '../../../engine/model/model-request.ts';
import type { JsonObject } from '../../../engine/model/values/json.ts';
import { ModelAgent } from '../../../main/model-agent/model-agent.ts';
import type { Told } from '../../../main/model-agent/protocol.ts';

const TIME = '2026-01-05 09:00:05';
const TOOL = 'mail__list_emails';

const START = {
  time: '2026-01-05 09:00:00',
  tools: [TOOL, 'user__send_message_to_user'].map((name) => ({
    name,
    description: '',
    parameters: { type: 'object', properties: {} },
    returns: 'str',
  })),
  model: {
    url: 'http://127.0.0.1/v1',
    name: 'tiny',
    wire: 'chat-completions',
    calls: 'react',
    parameters: {},
  },
} as const;

/** What comes to the agent besides the result of its call. */
interface News {
  readonly user: readonly string[];
  readonly environment: readonly string[];
}

/** A step of the agent: answers of the model that make no sense, then one with a call, and what comes of the call. */
interface Step {
  readonly mistakes: readonly Mistake[];
  readonly result: 'text' | 'object' | 'empty' | 'error';
  readonly after: News;
}

const MISTAKES = {
  silent: 'I do not know.',
  none: 'Thought: I think.',
  several: 'Thought: a\nAction:{}\nAction:{}',
  broken: 'Thought: a\nAction: list',
  unknown: 'Thought: a\nAction:{"action":"none"}',
} as const;

type Mistake = keyof typeof MISTAKES;

const RESULTS = {
  text: ['There are no emails. ', 'There are no emails.'],
  object: [{ emails: [] }, JSON.stringify({ emails: [] }, null, 1)],
  empty: ['  ', 'No observation'],
} as const;

const CALL = `Thought: I look.\nAction:\n{"action": "${TOOL}", "action_input": {}}`;
const says = (text: string): ModelAnswer => ({ text, reasoning: '', calls: [], finish: 'stop' });

/** The messages of ARE's default agent after the system prompt, by its rules: one for each line of its log, in their order. */
class Reference {
  readonly messages: string[] = [];
  #step = 0;

  task(texts: readonly string[]): void {
    this.#user(`[TASK]: \n${texts.join('\n')}\n`);
  }

  news({ user, environment }: News): void {
    if (user.length > 0) this.#user(`User messages updates:\n***\n${user.join('\n')}\n***\n`);
    const told = environment.map((text) => `[${TIME}] ${text}`).join('\n');
    if (told !== '') this.#user(`Environment notifications updates:\n***\n${told}\n***\n`);
  }

  output(text: string): void {
    this.messages.push(`assistant: ${text}\n`);
  }

  observation(text: string): void {
    this.#step += 1;
    this.#user(`[OUTPUT OF STEP ${this.#step}] Observation:\n***\n${text}\n***\n`);
  }

  /** Its words are its own. */
  error(): void {
    this.#step += 1;
    this.#user(`[OUTPUT OF STEP ${this.#step}] ERROR:\n***\n…\n***\n\nNow let's retry: …`);
  }

  #user(text: string): void {
    this.messages.push(`user: ${text}`);
  }
}

/** Messages of a request after the system prompt, without our words for errors. */
const shapeOf = (messages: readonly JsonObject[]): readonly string[] =>
  messages
    .slice(1)
    .map(({ role, content }) =>
      `${role as string}: ${content as string}`.replace(
        /(ERROR:\n\*\*\*\n)[^]*(\n\*\*\*\n\nNow let's retry: )[^]*$/,
        '$1…$2…',
      ),
    );

const told = ({ user, environment }: News, answer: Told['answer']): Told => ({
  time: TIME,
  answer,
  messages: [
    ...user.map((text) => ({ kind: 'user-message', time: TIME, text, attachments: [] }) as const),
    ...environment.map(
      (text) => ({ kind: 'environment-notification', time: TIME, text, attachments: [] }) as const,
    ),
  ],
});

/** Plays the steps, and compares each request with the reference. Returns the number of requests. */
async function play(task: News, steps: readonly Step[]): Promise<number> {
  const agent = new ModelAgent(START);
  const reference = new Reference();
  reference.task(task.user);
  reference.news({ user: [], environment: task.environment });
  let question = told(task, null);
  let requests = 0;
  for (const { mistakes, result, after } of steps) {
    const answers = [...mistakes.map((one) => MISTAKES[one]), `${CALL}<end_action> and more`];
    await agent.turn(question, ({ messages }) => {
      expect(shapeOf(messages)).toEqual(reference.messages);
      requests += 1;
      const text = answers.shift()!;
      const isSilent = text === MISTAKES.silent;
      // An answer without thought and action is asked for again with the same messages.
      if (!isSilent) reference.output(text.split('<end_action>')[0]!);
      if (!isSilent && answers.length > 0) reference.error();
      return Promise.resolve(says(text));
    });
    expect(answers).toEqual([]);
    if (result === 'error') {
      reference.error();
      question = told(after, { tool: TOOL, status: 'failed', error: { type: 'ValueError', message: 'No.' } });
    } else {
      const [value, text] = RESULTS[result];
      reference.observation(text);
      question = told(after, { tool: TOOL, status: 'done', value });
    }
    reference.news(after);
  }
  return requests;
}

const text = fc.stringMatching(/^[a-zA-Z ,.]{1,20}$/);
const news = fc.record({
  user: fc.array(text, { maxLength: 2 }),
  environment: fc.array(text, { maxLength: 2 }),
});
const task = fc.record({
  user: fc.array(text, { minLength: 1, maxLength: 2 }),
  environment: fc.array(text, { maxLength: 2 }),
});
const step = fc.record({
  mistakes: fc.array(fc.constantFrom(...(Object.keys(MISTAKES) as Mistake[])), { maxLength: 4 }),
  result: fc.constantFrom('text', 'object', 'empty', 'error' as const),
  after: news,
});

const NO_NEWS: News = { user: [], environment: [] };

describe('the messages of an agent that works in text', () => {
  it.each<readonly [what: string, task: Partial<News>, steps: readonly Partial<Step>[]]>([
    ['a task', {}, [{}]],
    ['a task with several messages', { user: ['Do it.', 'Today.'] }, [{}]],
    ['a task with a notification', { environment: ['Mail came'] }, [{}]],
    ['a result', {}, [{}, {}]],
    ['an object as a result', {}, [{ result: 'object' }, {}]],
    ['an empty result', {}, [{ result: 'empty' }, {}]],
    ['an error of a tool', {}, [{ result: 'error' }, {}]],
    ['errors and results counted together', {}, [{ result: 'error' }, {}, { result: 'error' }, {}]],
    ['a message while it works', {}, [{ after: { user: ['Wait.'], environment: [] } }, {}]],
    ['messages while it works', {}, [{ after: { user: ['Wait.', 'Go on.'], environment: [] } }, {}]],
    ['a notification while it works', {}, [{ after: { user: [], environment: ['Mail came'] } }, {}]],
    ['both while it works', {}, [{ after: { user: ['Wait.'], environment: ['Mail came', 'Rain'] } }, {}]],
    ['news after an error', {}, [{ result: 'error', after: { user: ['Wait.'], environment: ['Rain'] } }, {}]],
    ['no thought and no action', {}, [{ mistakes: ['silent'] }, {}]],
    ['no action', {}, [{ mistakes: ['none'] }, {}]],
    ['several actions', {}, [{ mistakes: ['several'] }, {}]],
    ['an action that is no JSON', {}, [{ mistakes: ['broken'] }, {}]],
    ['an unknown tool', {}, [{ mistakes: ['unknown'] }, {}]],
    ['mistakes one after the other', {}, [{ mistakes: ['none', 'silent', 'broken', 'several'] }, {}]],
    [
      'mistakes between results',
      {},
      [{ mistakes: ['none'] }, { mistakes: ['unknown'], result: 'error' }, {}],
    ],
  ])('have the roles, order and counters of ARE’s default agent: %s', async (_, given, steps) => {
    const whole = steps.map((one): Step => ({ mistakes: [], result: 'text', after: NO_NEWS, ...one }));
    const requests = await play({ user: ['Do it.'], environment: [], ...given }, whole);
    expect(requests).toBe(whole.reduce((sum, { mistakes }) => sum + mistakes.length + 1, 0));
  });

  it('have them in any course of the work', async () => {
    await fc.assert(
      fc.asyncProperty(task, fc.array(step, { maxLength: 12 }), async (given, steps) => {
        await play(given, steps);
      }),
    );
  });
});
