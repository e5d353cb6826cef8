import { createInterface } from 'node:readline';
import type { JsonObject, ModelAnswer, ModelChoice, ModelRequest } from '../../engine/model/index.ts';
import { ModelAgent, repeatTurn, requestTo } from './model-agent.ts';
import { ModelUser } from './model-user.ts';
import type { EarlierTurn, Permission, Start, Told } from './protocol.ts';
import { engineMissing } from './local-engine.ts';
import { LocalModel } from './local-model.ts';
import { type Model, ModelServer } from './server.ts';
import { testConnection } from './test-connection.ts';

/** The variable with the key that the server wants. */
const KEY = 'ORRERY_MODEL_KEY';

/** The folder of a person's settings, where the engine for models in files may be installed. */
const [, , settings = ''] = process.argv;

const report = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

type Line =
  | ({ readonly kind: 'start' } & Start)
  | ({ readonly kind: 'turn' } & Told)
  | { readonly kind: 'end' | 'engine' }
  | { readonly kind: 'test'; readonly model: ModelChoice }
  | { readonly kind: 'question'; readonly model: ModelChoice; readonly messages: readonly JsonObject[] }
  | Permission;

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

/** The next line of the run; `undefined` at its end. */
async function nextLine(): Promise<Line | undefined> {
  const line = await lines.next();
  return line.done === true ? undefined : (JSON.parse(line.value) as Line);
}

/** Writes a line. The key is left out, which some servers repeat in their errors. */
const writeLine = (line: object): void => {
  const text = JSON.stringify(line);
  const key = JSON.stringify(process.env[KEY] ?? '').slice(1, -1);
  process.stdout.write(`${key === '' ? text : text.replaceAll(key, '…')}\n`);
};

let agent: ModelAgent | ModelUser | undefined;
let model: Model | undefined;
/** The messages of the last request, as texts. */
let sent: readonly string[] = [];

/** Asks the run for the recorded answer, and the model when there is none. The run keeps what comes, and says what is carried out. */
async function askRecordOrModel({ messages, body }: ModelRequest): Promise<ModelAnswer> {
  const texts = messages.map((message) => JSON.stringify(message));
  const from = texts.findIndex((text, index) => text !== sent[index]);
  const kept = from < 0 ? texts.length : from;
  sent = texts;
  writeLine({ do: 'request', from: kept, messages: messages.slice(kept), body });
  const permission = await nextLine();
  if (permission?.kind === 'recorded') return permission.answer;
  if (permission?.kind !== 'ask') process.exit();
  const { answered, failed, elapsed } = await model!.ask({ messages, body });
  const { answer, usage = {}, raw = '' } = answered ?? {};
  writeLine({ do: 'answered', answer, usage, raw, server: await model!.about, elapsed, failed });
  // Without an answer the run ends. A person may have changed it.
  const carriedOut = await nextLine();
  return carriedOut?.kind === 'recorded' ? carriedOut.answer : process.exit();
}

/** `pauses` are those before further tries, if not the usual ones. */
const modelOf = (choice: ModelChoice, pauses?: readonly number[]): Model =>
  choice.wire === 'gguf'
    ? new LocalModel(choice, settings, report)
    : new ModelServer(choice, process.env[KEY], pauses);

async function begin(start: Start): Promise<void> {
  agent = start.role === 'user' ? new ModelUser(start) : new ModelAgent(start);
  model = modelOf(start.model);
  let isOwn = false;
  for (const turn of start.turns ?? []) {
    const { answers } = turn as EarlierTurn & { readonly answers?: readonly ModelAnswer[] };
    // The later calls of an answer with several are turns of their own, without requests.
    isOwn ||= answers !== undefined;
    if (isOwn || agent instanceof ModelUser) await repeatTurn(agent, { ...turn, answers: answers ?? [] });
    else agent.adopt(turn);
  }
  writeLine({ do: 'ready' });
}

for (let line = await nextLine(); line !== undefined; line = await nextLine()) {
  if (line.kind === 'start') await begin(line);
  else if (line.kind === 'turn') writeLine(await agent!.turn(line, askRecordOrModel));
  else if (line.kind === 'engine') writeLine({ do: 'engine', missing: engineMissing(settings) });
  else if (line.kind === 'question') {
    model ??= modelOf(line.model);
    sent = [];
    writeLine({ do: 'said', text: (await askRecordOrModel(requestTo(line.model, line.messages))).text });
  } else if (line.kind === 'test')
    writeLine({
      do: 'tested',
      ...(await testConnection(line.model, modelOf(line.model, []))),
    });
}
