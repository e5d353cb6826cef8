import * as z from 'zod';
import { type ModelChoice, type ModelTest, readJsonAs } from '../../../engine/model/index.ts';
import { ProblemError } from '../system/index.ts';
import { AgentProcess } from './agent-process.ts';
import { modelAgent } from './process-participant.ts';

/** The maximum time for a test in milliseconds. A large model may have to be loaded first. */
const TIMEOUT = 600_000; // milliseconds

const tested = z.strictObject({
  do: z.literal('tested'),
  server: z.record(z.string(), z.json()),
  answer: z.looseObject({}).optional(),
  again: z.looseObject({}).optional(),
  isEqual: z.boolean(),
  error: z.string().optional(),
  elapsed: z.number(),
});

const engine = z.strictObject({ do: z.literal('engine'), missing: z.string().optional() });

/**
 * Asks a model's server for its list of models, and the model the same question twice, from a separate process in `folder`.
 * @throws {ProblemError} when the process fails, and the reason of `quitting` when that is aborted.
 */
export async function testModel(
  model: ModelChoice,
  folder: string,
  quitting: AbortSignal,
): Promise<ModelTest> {
  // The line comes from our own program.
  return (await ask(tested, { kind: 'test', model }, folder, quitting)) as unknown as ModelTest;
}

/** A sentence that says how to install the engine for local model files; `undefined` if it is installed. */
export async function missingEngine(folder: string): Promise<string | undefined> {
  return (await ask(engine, { kind: 'engine' }, folder, new AbortController().signal)).missing;
}

async function ask<Answer>(
  shape: z.ZodType<Answer>,
  question: object,
  folder: string,
  quitting: AbortSignal,
): Promise<Answer> {
  const process = new AgentProcess(modelAgent(), TIMEOUT, folder);
  try {
    process.tell(JSON.stringify(question));
    const read = readJsonAs(shape, await process.answer(quitting));
    if ('data' in read) return read.data;
    throw new ProblemError('agent-bad-line', 'The test of the model failed.');
  } finally {
    await process.end(quitting);
  }
}
