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
  ])('says what it is: %j', (text, told) => {
    expect(refusal(text)).toContain(told);
  });
});
