import { describe, expect, it } from 'vitest';
import { seconds, after, instant } from '../../../engine/model/time.ts';
import { readReady, readReply, turnLine } from '../../../main/agents/protocol.ts';

describe('what an agent answers', () => {
  it.each([
    ['{"do":"call","tool":"mail__list_emails"}', { do: 'call', tool: 'mail__list_emails', args: {} }],
    ['{"do":"wait","seconds":2.5}', { do: 'wait', seconds: 2.5 }],
    ['{"do":"wait"}', { do: 'wait' }],
    ['{"do":"finish"}', { do: 'finish' }],
  ])('is read: %s', (line, reply) => {
    expect(readReply(line, 2)).toEqual(reply);
  });

  it.each([
    ['Loading weights …', /^agent, line 3: found Loading weights …, wanted \{"do":"call"/],
    ['{"do":"wa', /wanted .+ \(found no JSON \(.+\), wanted a whole JSON text\)$/],
    ['{"do":"dance"}', /wanted .+ \(do: found "dance", wanted "call" or "wait" or "finish"\)$/],
    ['{"do":"wait","seconds":-1}', /\(seconds: found -1, wanted at least 0\)$/],
    ['{"do":"wait","second":5}', /\(found a field "second", wanted only fields that are known here\)$/],
    ['{"do":"call","tool":"x","args":[1]}', /\(args: found a list, wanted an object\)$/],
    ['{"do":"call","args":{}}', /\(tool: found nothing, wanted a text\)$/],
    ['{"do":"call","tool":"x","arguments":{}}', /found .+"arguments".+, wanted .+"args"/],
    ['[]', /^agent, line 3: found \[\], wanted/],
    [
      `{"do":"call","tool":"x","args":{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`,
      /\(args\.a\[0\]: found something too deep, wanted at most 200 levels\)$/,
    ],
    [`"${'long '.repeat(100)}"`, /^agent, line 3: found "[long ]{79}…, wanted/],
  ])('is refused with what was wanted: %s', (line, message) => {
    expect(() => readReply(line, 3)).toThrow(message);
  });

  it('begins with a line that says it is ready', () => {
    readReady('{"do":"ready"}');
    expect(() => {
      readReady('{"do":"wait"}');
    }).toThrow('agent, line 1: found {"do":"wait"}, wanted {"do":"ready"}');
  });
});

describe('what an agent is told', () => {
  it('is the time, what it was told since, and what its call came to', () => {
    const noon = instant(Date.parse('2026-01-05T12:00:00Z') * 1000);
    const message = { kind: 'user-message', time: noon, text: 'Lunch?' } as const;
    const answer = {
      tool: 'diary__get',
      outcome: { status: 'failed', error: { type: 'ValueError', message: 'no such day', stack: 'at home' } },
    } as const;

    expect(JSON.parse(turnLine(after(noon, seconds(2)), [message], answer))).toEqual({
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
