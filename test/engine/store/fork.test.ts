import { expect, it } from 'vitest';
import { Fork } from '../../../engine/store/fork.ts';

it('leads the same way to the same place, whatever way was taken between', () => {
  const fork = new Fork<unknown, string>();
  const ways = ['plums', null, 0, '0', false, 'plums'];
  for (const way of ways) fork.on(way).kept = `${typeof way} ${String(way)}`;

  for (const way of ways) expect(fork.on(way).kept).toBe(`${typeof way} ${String(way)}`);
});

it('knows no way that was not taken', () => {
  const fork = new Fork<unknown, string>();

  expect(fork.known(undefined)).toBeUndefined();
  fork.on('plums');
  expect(fork.known('figs')).toBeUndefined();
  expect(fork.known('plums')).toBe(fork.on('plums'));
});
