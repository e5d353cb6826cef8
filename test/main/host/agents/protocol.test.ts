import { describe, expect, it } from 'vitest';
import { after, instant, seconds } from '../../../../engine/model/values/time.ts';
import { readReady, readAgentLine, turnLine } from '../../../../main/host/agents/protocol.ts';

describe('readSaid() and readReady()', () => {
  it.each([
    ['{"do":"call","tool":"mail__list_emails"}', { do: 'call', tool: 'mail__list_emails', args: {} }],
    ['{"do":"wait","seconds":2.5}', { do: 'wait', seconds: 2.5 }],
    ['{"do":"wait"}', { do: 'wait' }],
    ['{"do":"finish"}', { do: 'finish' }],
    ['{"do":"wait","thought":"Later."}', { do: 'wait', thought: 'Later.' }],
    ['{"do":"finish","tokens":{"output":3}}', { do: 'finish', tokens: { output: 3 } }],
  ])('accept the reply %s', (line, reply) => {
    expect(readAgentLine(line, 2)).toEqual(reply);
  });

  it.each([
    [
      'Loading weights …',
      /^agent, line 3: The text is not valid JSON .+ The line was Loading weights …, and expected is \{"do":"call"/,
    ],
    ['{"do":"wa', /: The text is not valid JSON \(.+\)\. The line/],
    [
      '{"do":"dance"}',
      /: do: "dance" is not one of "call", "wait", "finish", "request", "answered"\. The line/,
    ],
    ['{"do":"wait","seconds":-1}', /: seconds: -1 is less than 0\. The line/],
    ['{"do":"wait","second":5}', /: "second" is not a known field\. The line/],
    ['{"do":"call","tool":"x","args":[1]}', /: args: A list is not an object\. The line/],
    ['{"do":"call","args":{}}', /: tool: A text is missing\. The line/],
    ['{"do":"call","tool":"x","arguments":{}}', /: "arguments" is not a known field\. .+"args"/],
    ['{"do":"finish","tokens":{"input":-1}}', /: tokens\.input: -1 is less than 0\. The line/],
    ['[]', /^agent, line 3: A list is not an object\. The line was \[\], and/],
    [
      `{"do":"call","tool":"x","args":{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`,
      /: args\.a\[0\]: More than 200 levels of lists and objects\. The line/,
    ],
    [`"${'long '.repeat(100)}"`, / The line was "[long ]{79}…, and expected is/],
  ])('reject a reply with the problem and the expected form: %s', (line, message) => {
    expect(() => readAgentLine(line, 3)).toThrow(message);
  });

  it('accept {"do":"ready"} as the first line and reject any other', () => {
    readReady('{"do":"ready"}');
    expect(() => {
      readReady('{"do":"wait"}');
    }).toThrow('The line was {"do":"wait"}, and expected is {"do":"ready"}.');
  });
});

describe('turnLine()', () => {
  it('writes the time, the new messages and the result of the last call', () => {
    const noon = instant(Date.parse('2026-01-05T12:00:00Z') * 1000);
    const message = { kind: 'user-message', time: noon, text: 'Lunch?' } as const;
    const result = {
      tool: 'diary__get',
      outcome: { status: 'failed', error: { type: 'ValueError', message: 'no such day', stack: 'at home' } },
    } as const;

    expect(JSON.parse(turnLine({ time: after(noon, seconds(2)), messages: [message], result }))).toEqual({
      kind: 'turn',
      time: '2026-01-05 12:00:02',
      messages: [{ kind: 'user-message', time: '2026-01-05 12:00:00', text: 'Lunch?', attachments: [] }],
      answer: {
        tool: 'diary__get',
        status: 'failed',
        error: { type: 'ValueError', message: 'no such day' },
      },
    });
  });
});
