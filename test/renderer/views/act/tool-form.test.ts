import { describe, expect, it } from 'vitest';
import { callerOf } from '../../../../renderer/views/act/tool-form.tsx';

describe('who calls a tool', () => {
  it('is the user where they may, else whoever may', () => {
    expect(callerOf({ roles: ['agent', 'user'] })).toBe('user');
    expect(callerOf({ roles: ['agent'] })).toBe('agent');
    expect(callerOf({ roles: ['environment'] })).toBe('environment');
  });
});
