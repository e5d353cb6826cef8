import { createStore, type StoreApi } from 'zustand/vanilla';
import {
  type JsonObject,
  modelAddress,
  type ModelTest,
  readJson,
  textOrJson,
} from '../../engine/model/index.ts';
import type { Bridge, KeptModel } from '../../preload/contract.ts';
import type { AppStores } from './app-stores.ts';
import { notify, persistList } from './notices.ts';
import { chooseModel } from './settings.ts';
import { ask } from './sync.ts';

/** A model as typed in the form. */
export interface ModelDraft extends Omit<KeptModel, 'parameters' | 'prompt'> {
  /** One parameter a line: `temperature = 0`. */
  readonly parameters: string;
  /** Empty for the prompt that comes with Orrery. */
  readonly prompt: string;
  /** The model in the list that is edited; `undefined` for a new one. */
  readonly edits: number | undefined;
  /** How the engine for models in files is installed, where it is missing. */
  readonly missing?: string | undefined;
}

/** The state of the connection test of the model in the form. */
export type TestState =
  | { readonly kind: 'none' }
  | { readonly kind: 'running' }
  | { readonly kind: 'tested'; readonly test: ModelTest }
  | { readonly kind: 'failed'; readonly message: string };

export interface ModelsState {
  readonly list: readonly KeptModel[];
  readonly open: boolean;
  readonly draft: ModelDraft;
  readonly tested: TestState;
}

export type ModelsStore = StoreApi<ModelsState>;

const NO_TEST: TestState = { kind: 'none' };

const NEW_MODEL: ModelDraft = {
  url: 'http://127.0.0.1:8080/v1',
  name: '',
  wire: 'chat-completions',
  calls: 'native',
  parameters: 'temperature = 0',
  prompt: '',
  edits: undefined,
};

export const createModelsStore = (): ModelsStore =>
  createStore<ModelsState>(() => ({ list: [], open: false, draft: NEW_MODEL, tested: NO_TEST }));

/** Reads the models of the workspace. */
export async function readModels(bridge: Bridge, models: ModelsStore): Promise<void> {
  const reply = await ask(bridge, 'models.read', {});
  if (reply.ok && reply.value.length > 0) models.setState({ list: reply.value });
}

/** Whether two models are asked in the same way. */
export const isSameModel = (one: KeptModel, other: KeptModel): boolean => keyOf(one) === keyOf(other);

const keyOf = ({ url, name, wire, calls, parameters, prompt }: KeptModel): string =>
  JSON.stringify([url, name, wire, calls, parameters, prompt]);

/** A model in a few words: its name and server, and what is special about it. */
export function modelLabel({ url, name, wire, calls, parameters, prompt }: KeptModel): string {
  const special = [
    ...(calls === 'react' ? ['ReAct'] : []),
    ...Object.entries(parameters).map(([key, value]) => `${key} ${JSON.stringify(value)}`),
    ...(prompt === undefined ? [] : [prompt.replace(/^prompts\//, '')]),
  ];
  const server = wire === 'gguf' ? 'file' : url.replace(/^https?:\/\/|\/v\d+$/g, '');
  return [name, server, ...special].join(' · ');
}

/** The parameters typed one a line, with values in JSON or as texts; a text says which line is wrong. */
export function parametersIn(text: string): JsonObject | string {
  const parameters: Record<string, JsonObject[string]> = {};
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const [, name = '', value = ''] = /^\s*([\w.-]+)\s*[=:]\s*(.*?)\s*$/.exec(line) ?? [];
    if (name === '') return `“${line.trim()}” is not a parameter. Write one a line, such as temperature = 0.`;
    const read = readJson(value);
    parameters[name] = 'value' in read ? read.value : value;
  }
  return parameters;
}

/** The model in the form; a text says what is missing. */
export function modelIn({ url, name, wire, calls, parameters, prompt }: ModelDraft): KeptModel | string {
  const read = parametersIn(parameters);
  if (wire === 'gguf') {
    const file = modelAddress(url);
    if (file?.isFile !== true) return 'Choose the file of the model, which ends in .gguf.';
    if (typeof read === 'string') return read;
    return { wire, calls, url, name: file.name, parameters: read, ...(prompt === '' ? {} : { prompt }) };
  }
  const address = url.trim().replace(/\/+$/, '');
  const isAddress = /^unix:\/./.test(address) || (/^https?:\/\//.test(address) && URL.canParse(address));
  if (!isAddress) return 'The address is like http://127.0.0.1:8080/v1, or unix:/path/of.sock:/v1.';
  if (name.trim() === '') return 'Give the name of the model. A test lists the names that the server has.';
  if (typeof read === 'string') return read;
  return {
    wire,
    calls,
    url: address,
    name: name.trim(),
    parameters: read,
    ...(prompt === '' ? {} : { prompt }),
  };
}

/** Opens the models with the chosen one in the form, else the first. */
export function openModels({ models, runSettings }: Pick<AppStores, 'models' | 'runSettings'>): void {
  const { list } = models.getState();
  const { agent } = runSettings.getState();
  const chosen =
    agent !== undefined && 'model' in agent ? list.findIndex((one) => isSameModel(one, agent.model)) : -1;
  editModel(models, list.length === 0 ? undefined : Math.max(0, chosen));
  models.setState({ open: true });
}

export function closeModels({ bridge, models }: Pick<AppStores, 'bridge' | 'models'>): void {
  cancelTest({ bridge, models });
  models.setState({ open: false });
}

/** Puts a model of the list into the form, or a new one. */
export function editModel(models: ModelsStore, edits: number | undefined): void {
  const kept = edits === undefined ? undefined : models.getState().list[edits];
  if (kept === undefined) {
    models.setState({ draft: NEW_MODEL, tested: NO_TEST });
    return;
  }
  const parameters = Object.entries(kept.parameters)
    .map(([name, value]) => `${name} = ${textOrJson(value)}`)
    .join('\n');
  models.setState({ draft: { ...kept, parameters, prompt: kept.prompt ?? '', edits }, tested: NO_TEST });
}

/** Types into the form. A test of what was there does not hold any more. */
export const typeModel = (models: ModelsStore, typed: Partial<ModelDraft>): void => {
  models.setState(({ draft, tested }) => ({
    draft: { ...draft, ...typed },
    tested: tested.kind === 'tested' && Object.keys(typed).join() === 'name' ? tested : NO_TEST,
  }));
};

/** Chooses what serves the model in the form: a server with one of two APIs, or a file. */
export function chooseWire(models: ModelsStore, wire: KeptModel['wire']): void {
  const { draft } = models.getState();
  if ((wire === 'gguf') === (draft.wire === 'gguf')) typeModel(models, { wire });
  else typeModel(models, { wire, url: wire === 'gguf' ? '' : NEW_MODEL.url, name: '', missing: undefined });
}

/** Lets the person choose the file of the model in the form. */
export async function pickModelFile({
  bridge,
  models,
  notices,
}: Pick<AppStores, 'bridge' | 'models' | 'notices'>): Promise<void> {
  const reply = await ask(bridge, 'models.pickFile', {});
  if (!reply.ok) notify(notices, 'bad', reply.error.message);
  else if (reply.value !== null) typeModel(models, { url: reply.value.path, missing: reply.value.missing });
}

/** Keeps the model in the form, and lets it play the next run. */
export async function saveModel(
  stores: Pick<AppStores, 'bridge' | 'models' | 'notices' | 'runSettings'>,
): Promise<boolean> {
  const { bridge, models, notices, runSettings } = stores;
  const { draft, list } = models.getState();
  const model = modelIn(draft);
  if (typeof model === 'string') return false;
  const others = list.filter((one, index) => index !== draft.edits && !isSameModel(one, model));
  const nth = Math.min(draft.edits ?? others.length, others.length);
  const changed = others.toSpliced(nth, 0, model);
  const saved = await persistList(
    models,
    changed,
    (kept) => ask(bridge, 'models.set', { models: kept }),
    notices,
  );
  if (!saved) return false;
  chooseModel(runSettings, model);
  editModel(models, nth);
  return true;
}

/** Removes the model in the form. */
export async function removeModel(stores: Pick<AppStores, 'bridge' | 'models' | 'notices'>): Promise<void> {
  const { bridge, models, notices } = stores;
  const { draft, list } = models.getState();
  const { edits } = draft;
  if (edits === undefined) return;
  const left = list.toSpliced(edits, 1);
  await persistList(models, left, (kept) => ask(bridge, 'models.set', { models: kept }), notices);
  editModel(models, left.length === 0 ? undefined : Math.min(edits, left.length - 1));
}

/** Asks the server of the model in the form. */
export async function testModel({ bridge, models }: Pick<AppStores, 'bridge' | 'models'>): Promise<void> {
  const { draft } = models.getState();
  // Without a name the list of models is all that a test can bring.
  const model = modelIn({ ...draft, name: draft.name.trim() || '?' });
  if (typeof model === 'string') {
    models.setState({ tested: { kind: 'failed', message: model } });
    return;
  }
  const running: TestState = { kind: 'running' };
  models.setState({ tested: running });
  const reply = await ask(bridge, 'models.test', { model });
  if (models.getState().tested !== running) return;
  models.setState({
    tested: reply.ok
      ? { kind: 'tested', test: reply.value }
      : { kind: 'failed', message: reply.error.message },
  });
}

/** Ends a test that goes on. */
export function cancelTest({ bridge, models }: Pick<AppStores, 'bridge' | 'models'>): void {
  if (models.getState().tested.kind !== 'running') return;
  models.setState({ tested: NO_TEST });
  void ask(bridge, 'models.cancelTest', {});
}
