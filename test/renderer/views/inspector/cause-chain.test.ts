import { expect, it } from 'vitest';
import { chainTo } from '../../../../renderer/views/inspector/who-changed.tsx';
import { row } from '../../rows.ts';

it('follows causes back, and a call of the agent to the user’s message', () => {
  const rows = [
    row(0, { kind: 'environment' }),
    row(1, { kind: 'user', tool: 'send_message_to_agent', causes: [0] }),
    row(2, { kind: 'environment' }),
    row(3, { kind: 'agent', tool: 'send_email' }),
    row(4, { kind: 'environment', causes: [2, 3] }),
  ];

  expect(chainTo(rows, 4)).toEqual([
    { index: 3, asked: false },
    { index: 1, asked: true },
    { index: 0, asked: false },
  ]);
});

it('leaves out earlier checks of the same condition', () => {
  const rows = [
    row(0, { kind: 'environment', event: 'order' }),
    row(1, { kind: 'condition', event: 'hot', causes: [0] }),
    row(2, { kind: 'condition', event: 'hot', causes: [1] }),
    row(3, { kind: 'environment', event: 'serve', causes: [2] }),
  ];

  expect(chainTo(rows, 3).map(({ index }) => index)).toEqual([2, 0]);
});

it('is empty for an entry without causes', () => {
  expect(chainTo([row(0, { kind: 'agent' })], 0)).toEqual([]);
});
