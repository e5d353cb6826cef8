import type { JsonObject, ModelChoice } from '../../../engine/model/index.ts';
import { AgentProcess } from './agent-process.ts';
import { type ExchangeRecorder, modelAgent, RecordedRequests } from './process-participant.ts';
import { permissionLine, questionLine, readReaderLine } from './protocol.ts';

/** The maximum time for an answer in milliseconds. A large model may have to be loaded first. */
const TIMEOUT = 600_000; // milliseconds

/** A model that answers questions, one after the other, in a process of its own. The process starts with the first question. */
export class ModelReader {
  readonly #model: ModelChoice;
  #process: AgentProcess | undefined;

  constructor(model: ModelChoice) {
    this.#model = model;
  }

  /**
   * The model's answer to `messages`, with `more` parameters. `recorder` records the request, or has a recorded answer.
   * @throws {ProblemError} when the model gives no answer, and the reason of `quitting` when that is aborted.
   */
  async answer(
    messages: readonly JsonObject[],
    more: JsonObject,
    recorder: ExchangeRecorder,
    quitting: AbortSignal,
  ): Promise<string> {
    const process = (this.#process ??= new AgentProcess(modelAgent(), TIMEOUT));
    const requests = new RecordedRequests(recorder, { by: 'judge', price: this.#model.price });
    const parameters = { ...this.#model.parameters, ...more };
    process.tell(questionLine({ ...this.#model, parameters }, messages));
    for (;;) {
      const said = readReaderLine(await process.answer(quitting), process.answered);
      switch (said.do) {
        case 'request':
          process.tell(await requests.permission(said, quitting));
          break;
        case 'answered':
          process.tell(permissionLine(await requests.keep(said, quitting)));
          break;
        case 'said':
          return said.text;
      }
    }
  }

  async end(): Promise<void> {
    await this.#process?.end();
  }
}
