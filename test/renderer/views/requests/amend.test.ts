import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../engine/model/index.ts';
import type { KeptModel, RequestView } from '../../../../preload/contract.ts';
import { requestChange } from '../../../../preload/values.ts';
import {
  type AmendmentForm,
  type AmendmentKind,
  AMENDMENTS,
  amendmentOf,
  changeIn,
} from '../../../../renderer/views/requests/amend.ts';

const model: KeptModel = {
  url: 'http://127.0.0.1:8080/v1',
  name: 'other',
  wire: 'chat-completions',
  calls: 'native',
  parameters: {},
};

const requestOf = (messages: readonly JsonObject[], body: JsonObject): RequestView => ({
  request: { messages, body },
  answer: {
    text: '',
    reasoning: 'Hm.',
    calls: [{ id: 'c1', name: 'mail__list_emails', args: '{"limit":3}' }],
    finish: 'tool_calls',
  },
  ...({ hash: '', usage: {}, raw: '', server: {}, askedAt: 0, elapsed: 1, failed: [], by: 'agent' } as const),
  ...({ number: 1, nth: 0, turn: 0, shared: 0, changed: undefined, branches: 0, prompt: undefined } as const),
});

const ASKED = requestOf(
  [
    { role: 'system', content: 'Be quick.' },
    { role: 'user', content: 'Any mail?' },
  ],
  {
    model: 'tiny',
    tools: [{ type: 'function', function: { name: 'mail__list_emails', description: 'Lists.' } }],
  },
);

/** The same in the form of Anthropic's messages. */
const OTHER_FORM = requestOf([{ role: 'user', content: [{ type: 'text', text: 'Any mail?' }] }], {
  model: 'tiny',
  system: 'Be quick.',
  tools: [{ name: 'mail__list_emails', description: 'Lists.' }],
});

const draftOf = (kind: AmendmentKind, request: RequestView, changed: Partial<AmendmentForm> = {}) => ({
  ...amendmentOf(kind, request, { temperature: 0 }, '1'),
  ...changed,
});

describe('the form to amend a request', () => {
  it.each([ASKED, OTHER_FORM])('begins with what was recorded, in both forms of requests', (request) => {
    const { messages } = request.request;
    const place = messages.length - 1;
    const changes = (Object.keys(AMENDMENTS) as AmendmentKind[]).map((kind) =>
      changeIn(draftOf(kind, request), request, [model]),
    );

    expect(changes).toEqual([
      undefined,
      { kind: 'answer', answer: { text: '', calls: request.answer!.calls } },
      { kind: 'message', place, message: messages[place] },
      { kind: 'system', text: 'Be quick.' },
      { kind: 'tool', tool: 'mail__list_emails', description: 'Lists.' },
      { kind: 'parameter', name: 'temperature', value: 0 },
      { kind: 'model', url: model.url, name: 'other', wire: 'chat-completions' },
    ]);
    for (const change of changes.slice(1)) expect(requestChange.parse(change)).toEqual(change);
  });

  it('says what is missing', () => {
    const call = (args: string, name = 'mail__list_emails') => [{ id: 'c1', name, args }];
    expect([
      changeIn(draftOf('answer', ASKED, { calls: [] }), ASKED, []),
      changeIn(draftOf('answer', ASKED, { calls: call('[1]') }), ASKED, []),
      changeIn(draftOf('answer', ASKED, { calls: call('{}', '') }), ASKED, []),
      changeIn(draftOf('message', OTHER_FORM, { text: 'no JSON' }), OTHER_FORM, []),
      changeIn(draftOf('system', ASKED, { text: ' ' }), ASKED, []),
      changeIn(draftOf('parameter', ASKED, { name: '' }), ASKED, []),
      changeIn(draftOf('model', ASKED), ASKED, []),
    ]).toEqual([
      'Write a text or add a call.',
      'The arguments of mail__list_emails are not a JSON object such as {"to":"Ada"}.',
      'Choose the tool of each call.',
      'The content of this message is JSON, and this is not.',
      'Write a system prompt.',
      'Name the parameter.',
      'Add the model under Agent first.',
    ]);
  });

  it('leaves out a parameter whose value is empty', () => {
    expect(changeIn(draftOf('parameter', ASKED, { text: '' }), ASKED, [])).toEqual({
      kind: 'parameter',
      name: 'temperature',
    });
  });
});
