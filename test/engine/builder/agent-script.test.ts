import { describe, expect, it } from 'vitest';
import { readAgentScript } from '../../../engine/are/agent-script.ts';

const read = (script: unknown): unknown => readAgentScript(JSON.stringify(script), 'agent.json');
const call = { at: 1.5, app: 'mail', tool: 'send' };

describe('the script of an agent', () => {
  it('is a list of calls', () => {
    expect(read({ agent: [call, { ...call, args: { to: ['a'] }, event: 'reply', after: ['ask'] }] })).toEqual(
      [
        { ...call, args: {} },
        { ...call, args: { to: ['a'] }, event: 'reply', after: ['ask'] },
      ],
    );
  });

  it.each([
    [[], 'agent.json: found a list, wanted an object'],
    [{ agent: [{ ...call, at: -1 }] }, 'agent.json: agent[0].at: found -1, wanted at least 0'],
    [{ agent: [{ ...call, tool: '' }] }, 'agent.json: agent[0].tool: found "", wanted a text'],
    [{ agent: [{ ...call, why: 1 }] }, 'agent.json: agent[0]: found a field "why", wanted only fields'],
  ])('is not %j', (script, complaint) => {
    expect(() => read(script)).toThrow(complaint);
  });

  it('is JSON', () => {
    expect(() => readAgentScript('', 'agent.json')).toThrow('agent.json: found no JSON');
  });
});
