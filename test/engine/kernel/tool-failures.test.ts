import { describe, expect, it } from 'vitest';
import { Environment } from '../../../engine/kernel/environment.ts';
import { appName } from '../../../engine/model/values/ids.ts';
import type { LogEntry } from '../../../engine/model/log-entry.ts';
import { type Augmentation, planOf } from '../../../engine/scenario/plan.ts';
import { scenario } from '../../../engine/scenario/scenario.ts';
import { INJECTED } from '../../../engine/kernel/fire.ts';
import { pad } from '../scenario/pad.ts';

const opened = (augmentation: Augmentation, seed = 1): Environment => {
  const desk = scenario({
    name: 'desk',
    apps: () => ({ desk: pad({}) }),
    events: () => undefined,
    augmentation,
  });
  return new Environment(planOf(desk, { seed }), { mode: 'plain' });
};

const desk = appName('desk');
const write = { app: desk, tool: 'write', args: { text: 'a' } };

const wroteOften = (toolFailures: number, seed: number): Environment => {
  const environment = opened({ toolFailures }, seed);
  for (let time = 0; time < 400; time++) environment.call('agent', write);
  return environment;
};

const isInjected = ({ outcome }: LogEntry): boolean =>
  outcome.status === 'failed' && outcome.error.type === INJECTED;

const failedIn = ({ log }: Environment): readonly number[] =>
  log.filter(isInjected).map(({ index }) => index);

describe('failures of tools', () => {
  it('come about as often as asked, and leave what failed undone', () => {
    const environment = wroteOften(0.1, 1);
    const failed = failedIn(environment).length;

    expect(failed).toBeGreaterThan(20);
    expect(failed).toBeLessThan(60);
    expect(environment.appState(desk)).toHaveProperty('lines.length', 400 - failed);
  });

  it('are the same with the same seed, and others with another', () => {
    expect(wroteOften(0.1, 1).log).toEqual(wroteOften(0.1, 1).log);
    expect(failedIn(wroteOften(0.1, 1))).not.toEqual(failedIn(wroteOften(0.1, 2)));
  });

  it('leave the environment alone', () => {
    const environment = opened({ toolFailures: 1 });

    expect(environment.call('environment', write).outcome.status).toBe('done');
  });

  it('do not hide that a call does not fit', () => {
    const entry = opened({ toolFailures: 1 }).call('agent', { app: desk, tool: 'write', args: {} });

    expect(isInjected(entry)).toBe(false);
    expect(entry.outcome.status).toBe('failed');
  });

  it.each([-0.1, 1.1, Number.NaN])('refuses a share of %d', (share) => {
    expect(() => opened({ toolFailures: share })).toThrow(
      `augmentation.toolFailures: ${String(share)} is not a number from 0 to 1.`,
    );
  });

  it('name the tool as the agent knows it', () => {
    const entry = opened({ toolFailures: 1, tools: { desk__write: { name: 'scribble' } } }).call(
      'agent',
      write,
    );

    expect(entry.outcome).toMatchObject({ error: { message: 'scribble: internal error, try again later' } });
  });

  it.each([
    [
      { desk__erase: {} },
      'augmentation.tools: There is no tool "desk__erase". Names of tools look like desk__write.',
    ],
    [{ desk__write: { name: 'desk__spill' } }, 'augmentation.tools: Two tools are named "desk__spill".'],
  ])('refuses to tell of tools by %j', (tools, message) => {
    expect(() => opened({ tools })).toThrow(message);
  });
});
