import { answerParent } from '../workers/index.ts';
import type { WorkerAnswer, WorkerQuestion } from './local-workers.ts';
import { Part } from './part.ts';

let part: Promise<Part> | undefined;

// The parent ends this process with SIGKILL. The run that it was writing is then removed, and its job run again.
answerParent<WorkerQuestion, WorkerAnswer>(async ({ folder, part: name, jobs, watched }, tell) => {
  part ??= Part.open(folder, name);
  await (await part).runJobs(jobs, watched, tell);
  tell({ kind: 'free' });
});
