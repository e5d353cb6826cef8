import type { ModelAnswer, ModelChoice, ModelRequest, ModelTest } from '../../engine/model/index.ts';
import { ModelAgent } from './model-agent.ts';
import type { Told, DescribedTool } from './protocol.ts';
import type { Model } from './server.ts';

const ADD_TOOL: DescribedTool = {
  name: 'add',
  description: 'Adds two whole numbers.',
  parameters: {
    type: 'object',
    properties: { first: { type: 'integer' }, second: { type: 'integer' } },
    required: ['first', 'second'],
  },
  returns: 'int',
};

const TIME = '2026-01-05 09:00:00';

const TASK: Told = {
  time: TIME,
  messages: [{ kind: 'user-message', time: TIME, text: 'How much is 1234 and 4321?', attachments: [] }],
  answer: null,
};

/** Asks the model of `choice` the same question twice: a task with a tool to call. */
export async function testConnection(choice: ModelChoice, server: Model): Promise<ModelTest> {
  const request = await firstRequest(new ModelAgent({ model: choice, tools: [ADD_TOOL], time: TIME }), TASK);
  const first = await server.ask(request);
  const second = first.answered && (await server.ask(request));
  const [answer, again] = [first.answered?.answer, second?.answered?.answer];
  return {
    server: await server.about,
    answer,
    again,
    isEqual: answer !== undefined && again !== undefined && contentOf(answer) === contentOf(again),
    error: [...first.failed, ...(second?.failed ?? [])].at(-1)?.error,
    elapsed: first.elapsed,
  };
}

/** The request that `agent` makes when it is told this, which is never answered. */
const firstRequest = (agent: ModelAgent, told: Told): Promise<ModelRequest> =>
  new Promise((resolve) => {
    void agent.turn(told, (request) => {
      resolve(request);
      return new Promise(() => undefined);
    });
  });

const contentOf = ({ text, reasoning, calls }: ModelAnswer): string =>
  JSON.stringify([text, reasoning, calls.map(({ name, args }) => [name, args])]);
