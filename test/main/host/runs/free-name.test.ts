import { expect, it } from 'vitest';
import { freeName } from '../../../../main/host/runs/agent-scripts.ts';

it.each([
  ['soup.json', 'soup.json', 'the name is free'],
  ['agents/waiter.json', 'agents/waiter-3.json', 'other texts have this name and the next one'],
  ['agents/cook.v1', 'agents/cook-2.v1', 'another text has the name'],
  ['agents/host.json', 'agents/host.json', 'the same text has it'],
])('freeName() turns %s into %s when %s', (wanted, name) => {
  const files = new Map([
    ['agents/waiter.json', 'one'],
    ['agents/waiter-2.json', 'two'],
    ['agents/cook.v1', 'three'],
    ['agents/host.json', 'mine'],
  ]);

  expect(freeName(files, wanted, 'mine')).toBe(name);
});
