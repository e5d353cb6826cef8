import { describe, expect, it } from 'vitest';
import type { ModelTest } from '../../../engine/model/index.ts';
import type { KeptModel } from '../../../preload/contract.ts';
import { type AppStores, createAppStores } from '../../../renderer/stores/app-stores.ts';
import {
  cancelTest,
  editModel,
  modelLabel,
  openModels,
  parametersIn,
  removeModel,
  saveModel,
  testModel,
  typeModel,
} from '../../../renderer/stores/models.ts';
import { type Answers, fakeBridge, no, yes } from '../fake-bridge.ts';

const SOUS: KeptModel = {
  url: 'http://127.0.0.1:8080/v1',
  name: 'sous',
  wire: 'chat-completions',
  calls: 'native',
  parameters: { temperature: 0, stop: 'END' },
};
const CHEF: KeptModel = { ...SOUS, name: 'chef', calls: 'react', prompt: 'prompts/chef.md' };

const TEST: ModelTest = {
  server: { models: ['sous'] },
  answer: { text: '5555', reasoning: '', calls: [], finish: 'stop' },
  again: { text: '5555', reasoning: '', calls: [], finish: 'stop' },
  isEqual: true,
  error: undefined,
  elapsed: 12,
};

const benchWith = (
  list: readonly KeptModel[],
  answers: Answers = {},
): AppStores & { readonly bridge: ReturnType<typeof fakeBridge> } => {
  const bridge = fakeBridge({ 'models.set': () => yes(null), ...answers });
  const stores = createAppStores(bridge);
  stores.models.setState({ list });
  return { ...stores, bridge };
};

describe('parametersIn()', () => {
  it('reads one parameter a line, in JSON or as a text', () => {
    expect(parametersIn('temperature = 0.5\n\nstop: END\nlogit_bias = {"5": 1}\n')).toEqual({
      temperature: 0.5,
      stop: 'END',
      logit_bias: { 5: 1 },
    });
  });

  it('names a line that is none', () => {
    expect(parametersIn('seed = 1\nhot')).toContain('“hot” is not a parameter');
  });
});

describe('saveModel()', () => {
  it('keeps a new model, lets it play, and puts it into the form', async () => {
    const stores = benchWith([SOUS]);
    editModel(stores.models, undefined);
    typeModel(stores.models, {
      url: ' http://127.0.0.1:8080/v1/ ',
      name: 'chef',
      calls: 'react',
      parameters: 'temperature = 0\nstop = END',
      prompt: 'prompts/chef.md',
    });

    expect(await saveModel(stores)).toBe(true);

    expect(stores.models.getState().list).toEqual([SOUS, CHEF]);
    expect(stores.runSettings.getState().agent).toEqual({ model: CHEF, thinking: 'frozen' });
    expect(stores.models.getState().draft.edits).toBe(1);
  });

  it('replaces the model that is edited, and one that became equal to it', async () => {
    const stores = benchWith([SOUS, { ...SOUS, name: 'cook' }, CHEF]);
    editModel(stores.models, 1);
    typeModel(stores.models, { name: 'sous' });

    await saveModel(stores);

    expect(stores.models.getState().list).toEqual([CHEF, SOUS]);
  });

  it('keeps nothing that is not complete, and nothing that main refuses', async () => {
    const stores = benchWith([SOUS], { 'models.set': () => no('The disk is full.') });
    editModel(stores.models, undefined);
    expect(await saveModel(stores)).toBe(false);
    typeModel(stores.models, { name: 'cook' });

    expect(await saveModel(stores)).toBe(false);

    expect(stores.models.getState().list).toEqual([SOUS]);
    expect(stores.runSettings.getState().agent).toBeUndefined();
    expect(stores.notices.getState().notices.at(-1)?.text).toContain('The disk is full.');
  });
});

describe('the form', () => {
  it('opens with the model that plays, writes its parameters by line, and removes it', async () => {
    const stores = benchWith([CHEF, SOUS]);
    stores.runSettings.setState({ agent: { model: SOUS, thinking: 'frozen' } });

    openModels(stores);
    expect(stores.models.getState().draft).toMatchObject({
      edits: 1,
      parameters: 'temperature = 0\nstop = END',
    });
    await removeModel(stores);

    expect(stores.models.getState()).toMatchObject({ list: [CHEF], draft: { name: 'chef', edits: 0 } });
  });

  it('tests the server also before the model has a name, and forgets a test that was cancelled', async () => {
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    const stores = benchWith([], {
      'models.test': () => held.then(() => yes(TEST)),
      'models.cancelTest': () => yes(null),
    });

    const testing = testModel(stores);
    expect(stores.models.getState().tested).toEqual({ kind: 'running' });
    cancelTest(stores);
    answer();
    await testing;
    expect(stores.models.getState().tested).toEqual({ kind: 'none' });

    await testModel(stores);
    expect(stores.models.getState().tested).toEqual({ kind: 'tested', test: TEST });
    typeModel(stores.models, { name: 'sous' });
    expect(stores.models.getState().tested.kind).toBe('tested');
    typeModel(stores.models, { url: 'http://127.0.0.1:1/v1' });
    expect(stores.models.getState().tested.kind).toBe('none');
  });

  it('says what is wrong before anything is asked', async () => {
    const stores = benchWith([]);
    typeModel(stores.models, { url: 'my server' });

    await testModel(stores);

    expect(stores.models.getState().tested).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('http://127.0.0.1:8080/v1') as string,
    });
    expect(stores.bridge.asked).toEqual([]);
  });
});

describe('modelLabel()', () => {
  it('names what tells models apart', () => {
    expect(modelLabel(CHEF)).toBe('chef · 127.0.0.1:8080 · ReAct · temperature 0 · stop "END" · chef.md');
  });
});
