import { describe, expect, it } from 'vitest';
import { readAgentScript } from '../../../engine/scenario/agent-script.ts';

const read = (script: unknown): unknown => readAgentScript(JSON.stringify(script), 'agent.json');
const call = { at: 1.5, app: 'mail', tool: 'send' };

describe('readAgentScript()', () => {
  it('reads a list of calls', () => {
    expect(read({ agent: [call, { ...call, args: { to: ['a'] }, event: 'reply', after: ['ask'] }] })).toEqual(
      [
        { ...call, args: {} },
        { ...call, args: { to: ['a'] }, event: 'reply', after: ['ask'] },
      ],
    );
  });

  it.each([
    [[], 'agent.json: A list is not an object.'],
    [{ agent: [{ ...call, at: -1 }] }, 'agent.json, agent[0].at: -1 is less than 0.'],
    [{ agent: [{ ...call, tool: '' }] }, 'agent.json, agent[0].tool: The text is empty.'],
    [{ agent: [{ ...call, at: 1e10 }] }, 'agent.json, agent[0].at: 10000000000 is more than 9000000000.'],
    [{ agent: [{ ...call, why: 1 }] }, 'agent.json, agent[0]: "why" is not a known field.'],
  ])('refuses %j', (script, complaint) => {
    expect(() => read(script)).toThrow(complaint);
  });

  it('refuses a script that is not JSON', () => {
    expect(() => readAgentScript('', 'agent.json')).toThrow('agent.json: The text is not valid JSON');
  });
});
