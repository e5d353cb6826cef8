import { describe, expect, it } from 'vitest';
import type { Problem } from '../../../engine/model/problem.ts';
import { checkScenario, createProblemStore } from '../../../renderer/stores/documents.ts';
import { fakeBridge, yes } from '../fake-bridge.ts';

const FILE = 'scenarios/breakfast.ts';

const problem = (message: string): Problem => ({ severity: 'error', message, place: undefined });

describe('checkScenario()', () => {
  it('shows the problems it found', async () => {
    const store = createProblemStore();

    await checkScenario(fakeBridge({ 'scenario.check': () => yes([problem('no egg')]) }), store, FILE);

    expect(store.getState()).toEqual({ scenario: FILE, problems: [problem('no egg')] });
  });

  it('keeps problems that were reported during the check', async () => {
    const store = createProblemStore();
    const checking = checkScenario(fakeBridge({ 'scenario.check': () => yes([]) }), store, FILE);

    store.setState({ scenario: FILE, problems: [problem('not trusted')] });
    await checking;

    expect(store.getState().problems).toEqual([problem('not trusted')]);
  });
});
