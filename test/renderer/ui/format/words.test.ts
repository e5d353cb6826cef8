import { describe, expect, it } from 'vitest';
import { appName, runId } from '../../../../engine/model/values/ids.ts';
import type { BranchOrigin, Intervention } from '../../../../engine/model/plan/interventions.ts';
import {
  aboutWords,
  agentName,
  agentText,
  breakpointWords,
  summaryOf,
} from '../../../../renderer/ui/format/words.ts';

describe('summaryOf()', () => {
  it('puts the verdict before the summary and does not repeat it', () => {
    expect(summaryOf({ status: 'done', verdict: 'waiting', summary: 'open: both have answered' })).toBe(
      'waiting · open: both have answered',
    );
    expect(summaryOf({ status: 'skipped', verdict: undefined, summary: '' })).toBe('skipped');
    expect(summaryOf({ status: 'done', verdict: 'passed', summary: 'passed' })).toBe('passed');
    expect(summaryOf({ status: 'done', verdict: undefined, summary: '3 items' })).toBe('3 items');
  });
});

describe('agentText()', () => {
  it.each([
    ['Oracle', { mode: 'oracle' }],
    ['Script hasty.json', { mode: 'plain', choices: { script: 'agents/hasty.json' } }],
    [
      'node cook.mjs',
      { mode: 'plain', choices: { agent: { command: 'node cook.mjs', thinking: 'frozen' } } },
    ],
    [
      'tiny',
      {
        mode: 'plain',
        choices: {
          agent: {
            command: 'http://models.example/v1#tiny',
            thinking: 'frozen',
            model: {
              url: 'http://models.example/v1',
              name: 'tiny',
              wire: 'chat-completions',
              calls: 'native',
              parameters: {},
            },
          },
        },
      },
    ],
    ['Recorded agent', { mode: 'plain', origin: branch({ kind: 'agent', at: 1, script: 'recorded' }) }],
    ['No agent', { mode: 'oracle', origin: branch({ kind: 'mode', at: 1, mode: 'plain' }) }],
  ] as const)('returns %s', (words, run) => {
    expect(agentText(run)).toBe(words);
  });
});

it('agentName() tells oracle, script and process apart', () => {
  const names = ['oracle', 'plain', 'trace', 'recorded', 'agents/hasty.json', 'node agents/cook.mjs'].map(
    agentName,
  );

  expect(names).toEqual([
    'Oracle',
    'No agent',
    '',
    'Recorded agent',
    'Script hasty.json',
    'node agents/cook.mjs',
  ]);
});

it('a path is written in one way, by notes as by breakpoints', () => {
  const app = appName('mail');
  const path = ['folders', 'INBOX', 'emails', 3, 'subject'];

  expect(aboutWords({ range: { from: 7, to: 7 }, value: { app, path } })).toBe(
    'mail.folders.INBOX.emails[3].subject after #7',
  );
  for (const typed of ['folders.INBOX.emails.3.subject', 'folders.INBOX.emails[3].subject'])
    expect(breakpointWords({ on: 'state', app, path: typed, is: '=', value: 'soup' })).toBe(
      'mail.folders.INBOX.emails[3].subject = "soup"',
    );
});

function branch(intervention: Intervention): BranchOrigin {
  return { parent: runId('r1'), at: 1, interventions: [intervention] };
}
