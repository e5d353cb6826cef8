import { describe, expect, it } from 'vitest';
import { callerOf } from '../../../../renderer/views/act/tool-call.tsx';

describe('callerOf()', () => {
  it('returns the user when the tool allows it, else the first role it allows', () => {
    expect(callerOf({ roles: ['agent', 'user'] })).toBe('user');
    expect(callerOf({ roles: ['agent'] })).toBe('agent');
    expect(callerOf({ roles: ['environment'] })).toBe('environment');
  });
});
