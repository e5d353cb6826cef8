import { describe, expect, it } from 'vitest';
import { readRecordings, TraceError } from '../../../../engine/index.ts';

const refusal = (text: string): string => {
  try {
    readRecordings(text, 'soup.json');
  } catch (thrown) {
    if (thrown instanceof TraceError) return thrown.message;
    throw thrown;
  }
  throw new Error('not refused');
};

describe('a file that cannot be read', () => {
  it.each([
    ['', 'The file is empty.'],
    ['\n \n', 'The file is empty.'],
    ['{"schema_version":"ATIF-v1.4","steps":[{"message":"Mak}', 'The file is cut off: its JSON has no end.'],
    ['{"schema_version":"ATIF-v1.4",}', 'The text is not valid JSON'],
    ['# Soup', 'This is text, not a trajectory'],
    ['# aider chat started at 2026-01-05 09:00:00\n\n#### soup\n', 'This is a chat of Aider'],
    ['[]', 'The file has an empty list.'],
    [
      '[{"ts":1767603600000,"type":"say","say":"task","text":"Soup!"}]',
      'It has what Cline showed. Import api_conversation_history.json',
    ],
    [
      '{"soup-1":{"instance_id":"soup-1","model_name_or_path":"m","model_patch":"diff"}}',
      'It has only the patches that a model submitted.',
    ],
    [
      '[{"sessionId":"s","messageId":0,"type":"user","message":"Soup!","timestamp":"2026-01-05T09:00:00Z"}]',
      'It has only what the user said to Gemini CLI, without answers. Import the files session-….json',
    ],
    [
      '{"display":"Soup!","pastedContents":{},"timestamp":1767603600000,"project":"/kitchen"}',
      'It has only what the user said to Claude Code, without answers.',
    ],
    [
      '{"session_id":"s","ts":1767603600,"text":"Soup!"}\n{"session_id":"s","ts":1767603601,"text":"Hot!"}',
      'It has only what the user said to Codex, without answers.',
    ],
  ])('says what it is: %j', (text, told) => {
    expect(refusal(text)).toContain(told);
  });
});
