import {
  type ExchangeBeside,
  type Finding,
  JUDGE_TURN,
  type JsonObject,
  type ModelExchange,
  type NewHash,
  requestText,
  type Turn,
} from '../model/index.ts';

/** A message of a request. `before` is the number of the previous message's line; missing for a first message. */
export interface MessageLine {
  readonly before?: number;
  readonly value: JsonObject;
}

/**
 * An exchange. Its request consists of message line `last` and all messages before it; the hash is computed when the file is
 * read. An exchange that belongs to no turn has `turn`, see {@link ExchangeBeside}.
 */
export interface ExchangeLine extends Omit<ModelExchange, 'request' | 'hash'> {
  readonly last?: number;
  readonly turn?: number;
  readonly body: JsonObject;
}

/**
 * The lines for the exchanges of `turns` and `beside`, where shared messages are written once, and the turns with the numbers of
 * these lines.
 */
export function exchangeLines(
  turns: readonly Turn[],
  beside: readonly ExchangeBeside[],
  exchangeOf: (number: number) => ModelExchange,
): {
  readonly messages: readonly MessageLine[];
  readonly exchanges: readonly ExchangeLine[];
  readonly turns: readonly Turn[];
} {
  const messages: MessageLine[] = [];
  const exchanges: ExchangeLine[] = [];
  const places = new Map<string, number>();
  const numbers = new Map<number, number>();
  const placeOf = (value: JsonObject, before: number | undefined): number => {
    const key = `${before} ${JSON.stringify(value)}`;
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, messages.length);
    return messages.push({ ...(before === undefined ? {} : { before }), value }) - 1;
  };
  const numberOf = (exchange: number): number => {
    const known = numbers.get(exchange);
    if (known !== undefined) return known;
    const { request, hash: _, ...rest } = exchangeOf(exchange);
    let last: number | undefined;
    for (const message of request.messages) last = placeOf(message, last);
    const line = { ...(last === undefined ? {} : { last }), body: request.body, ...rest };
    numbers.set(exchange, exchanges.length);
    return exchanges.push(line) - 1;
  };
  const written = turns.map((turn) =>
    'exchanges' in turn ? { ...turn, exchanges: turn.exchanges.map(numberOf) } : turn,
  );
  for (const { turn, exchange } of beside) {
    const number = numberOf(exchange);
    exchanges[number] = { ...exchanges[number]!, turn };
  }
  return { messages, exchanges, turns: written };
}

/** The exchanges in lines, by number. */
export function readExchanges(
  messages: readonly MessageLine[],
  lines: readonly ExchangeLine[],
  newHash: NewHash,
): ReadonlyMap<number, ModelExchange> {
  const messagesUpTo = (last: number | undefined): readonly JsonObject[] => {
    const found: JsonObject[] = [];
    for (let place = last; place !== undefined; place = messages[place]!.before)
      found.push(messages[place]!.value);
    return found.reverse();
  };
  return new Map(
    lines.map((line, number) => {
      const { last, body, turn: _, ...rest } = line;
      const request = { messages: messagesUpTo(last), body };
      const hash = newHash();
      hash.add(requestText(request));
      return [number, { ...rest, request, hash: hash.end() }];
    }),
  );
}

/** The exchanges in lines that belong to no turn. */
export const readExchangesBeside = (lines: readonly ExchangeLine[]): readonly ExchangeBeside[] =>
  lines.flatMap(({ turn }, exchange) => (turn === undefined ? [] : [{ turn, exchange }]));

/** Findings about numbers of lines that do not exist, or do not come before the line that refers to them. */
export function* exchangeFindings(
  messages: readonly MessageLine[],
  lines: readonly ExchangeLine[],
  turns: readonly Turn[],
): Generator<Finding> {
  for (const [number, { before }] of messages.entries())
    if (before !== undefined && before >= number)
      yield { path: 'message.before', message: `Message ${before} does not stand before message ${number}.` };
  for (const { last, turn } of lines) {
    if (last !== undefined && last >= messages.length)
      yield { path: 'exchange.last', message: `There is no message ${last}.` };
    if (turn !== undefined && turn !== JUDGE_TURN && turn !== turns.length)
      yield { path: 'exchange.turn', message: `Turn ${turn} is neither ${JUDGE_TURN} nor ${turns.length}.` };
  }
  for (const turn of turns)
    for (const number of 'exchanges' in turn ? turn.exchanges : [])
      if (number >= lines.length)
        yield { path: 'turn.exchanges', message: `There is no exchange ${number}.` };
}
