import { describe, expect, it } from 'vitest';
import type { Problem } from '../../../engine/model/finding.ts';
import { checkScenario, createProblemStore } from '../../../renderer/stores/documents.ts';
import { fakeBridge, yes } from '../fake-bridge.ts';

const FILE = 'scenarios/breakfast.ts';

const problem = (message: string): Problem => ({ severity: 'error', message, place: undefined });

describe('looking over a scenario', () => {
  it('shows what was found', async () => {
    const store = createProblemStore();

    await checkScenario(fakeBridge({ 'scenario.check': () => yes([problem('no egg')]) }), store, FILE);

    expect(store.getState()).toEqual({ scenario: FILE, problems: [problem('no egg')] });
  });

  it('does not take away why a run was refused meanwhile', async () => {
    const store = createProblemStore();
    const checking = checkScenario(fakeBridge({ 'scenario.check': () => yes([]) }), store, FILE);

    store.setState({ scenario: FILE, problems: [problem('not trusted')] });
    await checking;

    expect(store.getState().problems).toEqual([problem('not trusted')]);
  });
});
