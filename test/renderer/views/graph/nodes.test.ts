import { expect, it } from 'vitest';
import { appName } from '../../../../engine/model/values/ids.ts';
import { labelOf } from '../../../../renderer/views/graph/nodes.tsx';
import { waiting } from './events.ts';

const action = { app: appName('mail'), tool: 'send_email', args: {} };

it.each([
  ['3-mail-send_email', { action }, { what: 'send_email', which: '3 · mail' }],
  ['the reply', { action }, { what: 'send_email', which: 'the reply · mail' }],
  ['4-condition', { kind: 'condition', name: 'it rains' }, { what: 'it rains', which: '4' }],
  ['7-agent-validation', { kind: 'agent-validation' }, { what: 'agent-validation', which: '7' }],
] as const)('labels event %s with what it does and which one it is', (id, more, label) => {
  expect(labelOf({ ...waiting(id), ...more })).toEqual(label);
});
