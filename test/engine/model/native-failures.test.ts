import { describe, expect, it } from 'vitest';
import { canonicalLine, type Failure, type LogEntry } from '../../../engine/model/index.ts';

const failing = (error: Failure): string =>
  canonicalLine({
    index: 0,
    time: 0,
    due: 0,
    event: 'x',
    causes: [],
    changes: [],
    kind: 'condition',
    name: 'x',
    attempt: 1,
    outcome: { status: 'failed', error },
  } as unknown as LogEntry);

describe('canonicalLine()', () => {
  const stack = 'TypeError: …\n    at go (scenarios/box.ts:4:20)\n    at scenarios/box.ts:9:1';
  const native = {
    type: 'TypeError',
    message: "Cannot read properties of null (reading 'x')",
    stack,
    native: true,
  } as const;

  it('leaves out the words of V8', () => {
    expect(failing({ ...native, message: "Cannot read property 'x' of null" })).toBe(failing(native));
    expect(failing({ ...native, message: 'told', native: undefined } as unknown as Failure)).not.toBe(
      failing(native),
    );
  });

  it('has the class of such an error and its place', () => {
    expect(failing(native)).toContain('"type":"TypeError","message":"scenarios/box.ts:4:20","native":true');
    expect(failing({ ...native, stack: 'TypeError\n    at scenarios/box.ts:4:21' })).toContain(
      '"scenarios/box.ts:4:21"',
    );
    expect(failing({ type: 'RangeError', message: 'x', native: true })).toContain(
      '"type":"RangeError","message":null,"native":true',
    );
  });

  it('has the words of all other errors', () => {
    expect(failing({ type: 'ValueError', message: 'No such folder', stack })).toContain(
      '"type":"ValueError","message":"No such folder"',
    );
  });
});
