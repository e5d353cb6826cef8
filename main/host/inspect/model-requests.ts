import { requestDifference, type Store } from '../../../engine/index.ts';
import type { ModelExchange, RunSummary } from '../../../engine/model/index.ts';
import type { RequestView } from '../../../preload/contract.ts';
import { requestsOf } from '../runs/index.ts';
import { branchesAt } from './asked-again.ts';
import { ProblemError, sha256Of } from '../system/index.ts';

/** Request `number` of `run` to a model, with its new messages. @throws {ProblemError} when the run did not make it. */
export function requestView(store: Store, run: RunSummary, number: number): RequestView {
  const made = requestsOf(store, run.id);
  const index = made.findIndex((one) => one.number === number);
  const { turn } = made[index] ?? notMade(run.id, number);
  const exchange = store.exchange(number);
  const before = made[index - 1];
  const prompt = run.choices?.[exchange.by === 'user' ? 'user' : 'agent']?.model?.prompt;
  return {
    ...exchange,
    number,
    nth: index,
    turn,
    ...newIn(exchange, before && store.exchange(before.number)),
    branches: branchesAt(store, run, index).length,
    prompt: prompt && { path: prompt.path, hash: sha256Of(prompt.text) },
  };
}

function notMade(run: string, number: number): never {
  throw new ProblemError('no-such-entry', `Run ${run} did not make request ${number}.`);
}

/** The number of first messages that equal those of the previous request, and the differences in its other settings. */
function newIn(
  { request }: ModelExchange,
  before: ModelExchange | undefined,
): Pick<RequestView, 'shared' | 'changed'> {
  if (before === undefined) return { shared: 0, changed: undefined };
  const texts = request.messages.map((message) => JSON.stringify(message));
  const differs = before.request.messages.findIndex(
    (message, index) => JSON.stringify(message) !== texts[index],
  );
  const shared = differs < 0 ? before.request.messages.length : differs;
  const goesOn = differs < 0 && JSON.stringify(before.request.body) === JSON.stringify(request.body);
  return { shared, changed: goesOn ? undefined : requestDifference(before.request, request) };
}
