import {
  isJsonObject,
  type Json,
  type JsonObject,
  type ModelAnswer,
  type ModelCall,
  readJson,
  textOrJson,
} from '../../../engine/model/index.ts';
import type { KeptModel, Request, RequestView } from '../../../preload/contract.ts';
import { LIMITS } from '../../../preload/limits.ts';

/** What a branch changes at a request. */
export type RequestChange = Request<'run.amend'>['change'];

/** What can change at a request, with its label. */
export const AMENDMENTS = {
  nothing: 'Nothing: ask again',
  answer: 'Answer',
  message: 'Message',
  system: 'System prompt',
  tool: 'Description of a tool',
  parameter: 'Parameter',
  model: 'Model',
} as const satisfies Record<'nothing' | NonNullable<RequestChange>['kind'], string>;

export type AmendmentKind = keyof typeof AMENDMENTS;

/** A change to a request of the model or to its answer, as typed in the form. */
export interface AmendmentForm {
  readonly kind: AmendmentKind;
  /** The text of the answer, the message, the system prompt or the description, or the value of the parameter. */
  readonly text: string;
  /** The calls of the answer. */
  readonly calls: readonly ModelCall[];
  /** The place of the message, counted from 0. */
  readonly place: number;
  /** The tool, or the parameter. */
  readonly name: string;
  /** The place of the model in the list of models. */
  readonly model: number;
  /** The number of branches. */
  readonly times: string;
}

/** The names and descriptions of the tools in a request. */
export function toolsIn({ request: { body } }: RequestView): ReadonlyMap<string, string> {
  const { tools } = body;
  if (!Array.isArray(tools)) return new Map();
  const read = (tools as readonly Json[]).flatMap((tool) => {
    const whole = isJsonObject(tool) ? tool : {};
    const { name, description } = isJsonObject(whole['function']) ? whole['function'] : whole;
    return typeof name === 'string'
      ? [[name, typeof description === 'string' ? description : ''] as const]
      : [];
  });
  return new Map(read);
}

/** The text of a message, or all of it as JSON where its content is no text. */
export const contentText = (message: JsonObject | undefined): string => {
  const content = message?.['content'];
  return typeof content === 'string' ? content : JSON.stringify(content ?? null, null, 2);
};

/** The system prompt of a request. It is the first message, or stands beside the messages. */
function systemIn({ request: { messages, body } }: RequestView): string {
  const { system } = body;
  if (typeof system === 'string') return system;
  return contentText(messages.find(({ role }) => role === 'system'));
}

/** The form for a change of `kind`, filled in with what was recorded. */
export function amendmentOf(
  kind: AmendmentKind,
  request: RequestView,
  parameters: JsonObject,
  times: string,
): AmendmentForm {
  const { answer, request: asked } = request;
  const place = asked.messages.length - 1;
  const [[tool, description] = ['', '']] = toolsIn(request);
  const [[parameter, value] = ['temperature', '']] = Object.entries(parameters);
  const texts = {
    nothing: '',
    answer: answer?.text ?? '',
    message: contentText(asked.messages[place]),
    system: systemIn(request),
    tool: description,
    parameter: textOrJson(value),
    model: '',
  };
  const name = kind === 'tool' ? tool : parameter;
  return { kind, text: texts[kind], calls: answer?.calls ?? [], place, name, model: 0, times };
}

/** The change in the form; a text says what is missing. */
export function changeIn(
  { kind, text, calls, place, name, model }: AmendmentForm,
  { request }: RequestView,
  models: readonly KeptModel[],
): RequestChange | string {
  switch (kind) {
    case 'nothing':
      return undefined;
    case 'answer':
      return answerProblem({ text, calls }) ?? { kind, answer: { text, calls } };
    case 'message': {
      const message = request.messages[place];
      if (message === undefined) return 'Choose a message.';
      if (typeof message['content'] === 'string')
        return { kind, place, message: { ...message, content: text } };
      const read = readJson(text);
      return 'value' in read
        ? { kind, place, message: { ...message, content: read.value } }
        : 'The content of this message is JSON, and this is not.';
    }
    case 'system':
      return text.trim() === '' ? 'Write a system prompt.' : { kind, text };
    case 'tool':
      return name === ''
        ? 'The request has no tools beside its messages.'
        : { kind, tool: name, description: text };
    case 'parameter': {
      if (name.trim() === '') return 'Name the parameter.';
      if (text.trim() === '') return { kind, name: name.trim() };
      const read = readJson(text);
      return { kind, name: name.trim(), value: 'value' in read ? read.value : text };
    }
    case 'model': {
      const chosen = models[model];
      if (chosen === undefined) return 'Add the model under Agent first.';
      return { kind, url: chosen.url, name: chosen.name, wire: chosen.wire };
    }
  }
}

/** What is wrong with an answer that a person writes. */
export function answerProblem({ text, calls }: Pick<ModelAnswer, 'text' | 'calls'>): string | undefined {
  if (text.trim() === '' && calls.length === 0) return 'Write a text or add a call.';
  if (calls.some(({ name }) => name === '')) return 'Choose the tool of each call.';
  const broken = calls.find(({ args }) => {
    const read = readJson(args.trim() === '' ? '{}' : args);
    return !('value' in read && isJsonObject(read.value));
  });
  return broken && `The arguments of ${broken.name} are not a JSON object such as {"to":"Ada"}.`;
}

/** The number of branches; `undefined` if it is none. An answer in the place of the model's is given once. */
export function timesIn({ kind, times }: AmendmentForm): number | undefined {
  if (kind === 'answer') return 1;
  const number = Number(times);
  return Number.isInteger(number) && number >= 1 && number <= LIMITS.askedAgain ? number : undefined;
}
