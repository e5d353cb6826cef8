import { parentPort, workerData } from 'node:worker_threads';
import type { Declarations } from '../../../preload/contract.ts';
import { TypeChecker } from './type-checker.ts';
import type { CheckAnswer, CheckRequest } from './type-checks.ts';

const declarations = workerData as Declarations;
let checker: TypeChecker | undefined;

parentPort?.on('message', ({ id, folder, path }: CheckRequest) => {
  parentPort?.postMessage(answer(id, folder, path));
});

function answer(id: number, folder: string, path: string): CheckAnswer {
  try {
    if (checker?.folder !== folder) checker = new TypeChecker(folder, declarations);
    return { id, check: { problems: checker.check(path), reads: checker.reads() } };
  } catch (error) {
    // It may be half way through a change: the next check starts afresh.
    checker = undefined;
    // The compiler is recursive.
    if (error instanceof RangeError)
      return { id, error: `${path}: The source is nested too deep to be checked.` };
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
