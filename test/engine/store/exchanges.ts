import { type ModelExchange, requestText } from '../../../engine/model/model-request.ts';
import type { JsonObject } from '../../../engine/model/values/json.ts';
import { packing } from '../../open-database.ts';

const BODY = { model: 'tiny', temperature: 0, tools: [{ name: 'mail__list_emails' }] };

const message = (nth: number, length: number): JsonObject => ({
  role: nth % 2 === 0 ? 'user' : 'assistant',
  content: `${nth} `.padEnd(length + ((nth * 7_919) % (3 * length)), 'words of an old mail '),
});

/** An exchange whose request has the first `count` messages, each about `length` characters long. */
export function exchange(count: number, length = 40, reply = `answer ${count}`): ModelExchange {
  const request = { messages: Array.from({ length: count }, (_, nth) => message(nth, length)), body: BODY };
  return {
    request,
    hash: packing.sha256(requestText(request)),
    answer: {
      text: reply,
      reasoning: 'Let me see.',
      calls: [{ id: 'c1', name: 'mail__list_emails', args: '{}' }],
      finish: 'stop',
    },
    ...(count % 3 === 0
      ? { original: { text: 'I cannot.', reasoning: '', calls: [], finish: 'length' } }
      : {}),
    usage: { input: 12, output: 3 },
    raw: `data: ${JSON.stringify(reply)}\n\n`,
    server: { url: 'http://127.0.0.1:8080/v1' },
    askedAt: 1_795_000_000_000,
    elapsed: 40,
    by: count % 5 === 0 ? 'judge' : 'agent',
    ...(count % 4 === 0 ? { price: { input: 1, output: 2.5, currency: 'USD' } } : {}),
    failed: count % 2 === 0 ? [] : [{ error: 'The server answered 503.', elapsed: 2 }],
  };
}
