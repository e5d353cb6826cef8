import * as z from 'zod';
import type { ModelTest } from '../engine/model/index.ts';
import { LIMITS } from './limits.ts';
import { call, json, modelUrl, modelWire, path } from './values.ts';

const name = z.string().min(1).max(LIMITS.lineCharacters);

/** A model that can play the agent, as the workspace keeps it. */
export const keptModel = z.strictObject({
  url: modelUrl,
  name,
  wire: modelWire,
  calls: z.enum(['native', 'react']),
  parameters: z.record(name, json),
  /** The path of the file with the system prompt; ours when left out. */
  prompt: path.optional(),
});

export type KeptModel = z.output<typeof keptModel>;

/** Calls for models that play agents. */
export const modelCalls = {
  'models.read': call(z.strictObject({}), {
    untrusted: 'allowed',
    atMost: 'Read the addresses, names and parameters of the models.',
  }).answers<readonly KeptModel[]>(),
  /** Replaces all models of the workspace, and stores them. */
  'models.set': call(z.strictObject({ models: z.array(keptModel).max(LIMITS.models).readonly() }), {
    untrusted: 'allowed',
    atMost: 'Replace the models. A server is asked only when a run begins or the person tests it.',
  }).answers<null>(),
  /** Reads a server's list of models, and asks the model the same question twice. A test that goes on is cancelled. */
  'models.test': call(z.strictObject({ model: keptModel }), {
    untrusted: 'refused',
    atMost:
      'Send a fixed question, with the key in the environment, to a server on this machine or on a host that the person allowed in a system dialog.',
  }).answers<ModelTest>(),
  /**
   * Lets the person choose a file with a model in a system dialog, and says how to install the engine for it, if it is missing; null if
   * they cancel.
   */
  'models.pickFile': call(z.strictObject({}), {
    untrusted: 'refused',
    atMost: 'Show the dialog for a file with a model, which may play agents once the person chooses it.',
  }).answers<{ readonly path: string; readonly missing: string | undefined } | null>(),
  'models.cancelTest': call(z.strictObject({}), {
    untrusted: 'allowed',
    atMost: 'Cancel a test of a model.',
  }).answers<null>(),
};
