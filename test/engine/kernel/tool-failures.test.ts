import { describe, expect, it } from 'vitest';
import { Environment } from '../../../engine/kernel/environment.ts';
import { appName } from '../../../engine/model/values/ids.ts';
import type { LogEntry } from '../../../engine/model/log-entry.ts';
import { type Augmentation } from '../../../engine/scenario/augmentation.ts';
import { planOf } from '../../../engine/scenario/plan.ts';
import { scenario } from '../../../engine/scenario/scenario.ts';
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
  outcome.status === 'failed' && outcome.error.type === 'InjectedFailure';

const failedIn = ({ log }: Environment): readonly number[] =>
  log.filter(isInjected).map(({ index }) => index);

describe('augmentation.toolFailures', () => {
  it('fails the given share of calls and undoes the changes of failed calls', () => {
    const environment = wroteOften(0.1, 1);
    const failed = failedIn(environment).length;

    expect(failed).toBeGreaterThan(20);
    expect(failed).toBeLessThan(60);
    expect(environment.appState(desk)).toHaveProperty('lines.length', 400 - failed);
  });

  it('fails the same calls for the same seed and different calls for another seed', () => {
    expect(wroteOften(0.1, 1).log).toEqual(wroteOften(0.1, 1).log);
    expect(failedIn(wroteOften(0.1, 1))).not.toEqual(failedIn(wroteOften(0.1, 2)));
  });

  it('fails no call of the environment', () => {
    const environment = opened({ toolFailures: 1 });

    expect(environment.call('environment', write).outcome.status).toBe('done');
  });

  it('reports a missing argument instead of an injected failure', () => {
    const entry = opened({ toolFailures: 1 }).call('agent', { app: desk, tool: 'write', args: {} });

    expect(isInjected(entry)).toBe(false);
    expect(entry.outcome.status).toBe('failed');
  });

  it.each([-0.1, 1.1, Number.NaN])('refuses the share %d', (share) => {
    expect(() => opened({ toolFailures: share })).toThrow(
      `augmentation.toolFailures: ${String(share)} is not a number from 0 to 1.`,
    );
  });

  it('names the tool by its augmented name in the error message', () => {
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
  ])('refuses the tool overrides %j', (tools, message) => {
    expect(() => opened({ tools })).toThrow(message);
  });
});
