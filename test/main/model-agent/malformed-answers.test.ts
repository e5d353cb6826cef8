import { describe, expect, it } from 'vitest';
import type { ModelAnswer } from '../../../engine/model/model-request.ts';
import { NativeDialogue } from '../../../main/model-agent/native-dialogue.ts';
import { ReactDialogue } from '../../../main/model-agent/react-dialogue.ts';

const TOOLS = ['mail__list_emails', 'user__send_message_to_user'].map((name) => ({
  name,
  description: '',
  parameters: { type: 'object', properties: { folder: { type: 'string' }, limit: { type: 'integer' } } },
  returns: 'str',
}));

const answer = (text: string, args?: string): ModelAnswer => ({
  text,
  reasoning: '',
  calls: args === undefined ? [] : [{ id: 'c', name: 'mail__list_emails', args }],
  finish: 'stop',
});

const FENCE = '```';
const CALL = '{"action": "mail__list_emails", "action_input": {"folder": "SENT"}}';
const SENT = { folder: 'SENT' };

/** Answers in text as small models write them, with the arguments that are read, or a word of what the model is told. */
const TEXTS: readonly (readonly [text: string, expected: object | string])[] = [
  [`Thought: x\nAction:\n${CALL}<end_action>`, SENT],
  [`Action:\n${FENCE}json\n${CALL}\n${FENCE}<end_action>`, SENT],
  [`Action:\n${FENCE}\n${CALL}\n${FENCE}`, SENT],
  [`Thought: x\nAction: ${CALL}\nObservation: [] and I made this up\nAction: {}`, SENT],
  [`Thought: x\nAction:${CALL.slice(0, -1)}`, SENT],
  [`Thought: x\nAction:${CALL.slice(0, -2)}`, SENT],
  [`Thought: x\nAction:${CALL.replaceAll('"', "'")}`, SENT],
  [`Thought: x\nAction:{action: "mail__list_emails", action_input: {folder: "SENT"}}`, SENT],
  [`Thought: x\nAction:${CALL.replace('}}', ',}}')}`, SENT],
  [`Thought: x\nAction:${CALL.replace('}}', '},}')}`, SENT],
  [`Thought: x\nAction: I call ${CALL} now.`, SENT],
  [`Thought: x\nAction:\n// the call\n${CALL}`, SENT],
  [`Thought: x\nAction:${CALL.replaceAll('"', '“').replaceAll('““', '“')}`, SENT],
  ['Thought: x\nAction:{"action": "mail__list_emails", "action_input": "SENT"}', SENT],
  ['Thought: x\nAction:{"action": "mail__list_emails", "action_input": ""}', {}],
  ['Thought: x\nAction:{"action": "mail__list_emails", "action_input": null}', {}],
  ['Thought: x\nAction:{"action": "mail__list_emails"}', {}],
  [
    'Thought: x\nAction:{"action": "mail__list_emails", "action_input": {"limit": 007}}',
    { limit: expect.anything() as unknown },
  ],
  [
    'Thought: x\nAction:{"action": "mail__list_emails", "action_input": {"folder": "a\nb"}}',
    { folder: 'a\nb' },
  ],
  [
    'Thought: x\nAction:{"action": "mail__list_emails", "action_input": {"folder": "say \\"hi\\""}}',
    { folder: 'say "hi"' },
  ],
  [
    'Thought: x\nAction:{"action": "mail__list_emails", "action_input": {"limit": True, "folder": None}}',
    { limit: true, folder: null },
  ],
  ['I have no idea.', 'neither a thought nor an action'],
  ['', 'neither a thought nor an action'],
  ['{"action": "mail__list_emails"}', 'neither a thought nor an action'],
  ['Thought: x', 'no action'],
  ['Observation: I saw it.\nThought: x', 'neither a thought nor an action'],
  [`Thought: x\nAction: ${CALL}\nAction: ${CALL}`, 'several actions'],
  ['Thought: x\nAction: list the mails', 'no JSON object'],
  ['Thought: x\nAction: [1, 2]', 'no JSON object'],
  ['Thought: x\nAction: }{', 'no field "action"'],
  ['Thought: x\nAction: {"tool": "mail__list_emails"}', 'no field "action"'],
  ['Thought: x\nAction: {"action": ["mail__list_emails"]}', 'no field "action"'],
  ['Thought: x\nAction: {"action": "list_emails"}', 'no tool "list_emails"'],
  ['Thought: x\nAction: {"action": "__proto__", "action_input": {}}', 'no tool "__proto__"'],
];

/** Arguments of calls in the server's form. */
const ARGUMENTS: readonly (readonly [args: string, expected: object | string])[] = [
  ['', {}],
  ['  \n', {}],
  ['{}', {}],
  ['{"folder":"SENT"}', SENT],
  ['{"folder":"SENT"', SENT],
  ['{"folder":"SENT', SENT],
  ["{'folder':'SENT'}", SENT],
  ['{folder:"SENT"}', SENT],
  ['{"folder":"SENT",}', SENT],
  ['{"folder":"SENT"}}', SENT],
  [`${FENCE}json\n{"folder":"SENT"}\n${FENCE}`, SENT],
  ['{"folder":"SENT" /* the folder */}', SENT],
  ['{"folder":"SE" + "NT"}', SENT],
  ['{"limit":1,"folder":"SENT","limit":2}', { limit: 2, folder: 'SENT' }],
  ['{"limit":NaN}', { limit: expect.anything() as unknown }],
  ['{"limit":.5}', { limit: expect.anything() as unknown }],
  ['{"folder":undefined}', { folder: null }],
  ['{"folder":"\\ud83d"}', { folder: '\ud83d' }],
  ['{"folder":"\u0000"}', 'no JSON object'],
  ['"{\\"folder\\":\\"SENT\\"}"', 'no JSON object'],
  ['null', 'no JSON object'],
  ['[]', 'no JSON object'],
  ['7', 'no JSON object'],
  ['folder=SENT', 'no JSON object'],
  ['SENT', 'no JSON object'],
  ['<folder>SENT</folder>', 'no JSON object'],
];

it('60 malformed answers, or more', () => {
  expect(TEXTS.length + ARGUMENTS.length).toBeGreaterThanOrEqual(60);
});

describe('an answer in text that is malformed', () => {
  it.each(TEXTS)('%j is mended or told as a mistake', (text, expected) => {
    const dialogue = new ReactDialogue('prompt', TOOLS);
    const meaning = dialogue.answered(answer(text));
    if (typeof expected === 'string')
      expect(meaning).toMatchObject({ kind: 'mistake', what: expect.stringContaining(expected) as string });
    else
      expect(meaning).toMatchObject({
        kind: 'calls',
        calls: [{ name: 'mail__list_emails', args: expected }],
      });
    // It can go on with a good one.
    expect(dialogue.answered(answer(TEXTS[0]![0]))).toMatchObject({ kind: 'calls' });
    expect(() => JSON.stringify(dialogue.messages)).not.toThrow();
  });
});

describe('a call with malformed arguments', () => {
  it.each(ARGUMENTS)('%j is mended or told as a mistake', (args, expected) => {
    const dialogue = new NativeDialogue('prompt', TOOLS);
    const meaning = dialogue.answered(answer('', args));
    if (typeof expected === 'string')
      expect(meaning).toMatchObject({ kind: 'mistake', what: expect.stringContaining(expected) as string });
    else
      expect(meaning).toMatchObject({
        kind: 'calls',
        calls: [{ name: 'mail__list_emails', args: expected }],
      });
    // Servers refuse a history with broken arguments.
    const [, message] = dialogue.messages as unknown as readonly [
      unknown,
      { tool_calls: readonly [{ function: { arguments: string } }] },
    ];
    expect(typeof JSON.parse(message.tool_calls[0].function.arguments)).toBe('object');
  });
});
