import type { Broken } from './child.ts';

/**
 * Answers, as a child, what its parent asks, by any number of calls of `tell`. What is thrown the parent is told of; with that,
 * or with the parent, it ends.
 */
export function answerParent<Question, Answer>(
  answer: (question: Question, tell: (answer: Answer) => void) => void | Promise<void>,
): void {
  const send = (message: Answer | Broken, sent?: () => void): void => {
    process.send!(message, undefined, undefined, sent);
  };
  process
    .on('message', (question: Question) => void answer(question, send))
    .on('disconnect', () => process.exit())
    // Where processes have no groups, Ctrl+C is told to all; the parent answers it.
    .on('SIGINT', () => undefined)
    .on('uncaughtException', (broken) => {
      send({ broken }, () => process.exit(1));
    });
}
