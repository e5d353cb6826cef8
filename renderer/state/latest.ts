/**
 * Keeps at most one question under way, and of those that come meanwhile only the newest.
 *
 * Answers therefore arrive in the order of their questions, and a fast scrub asks no more than main can answer.
 */
export function latest<Question>(
  answer: (question: Question) => Promise<void>,
): (question: Question) => void {
  let busy = false;
  let waiting: { readonly question: Question } | undefined;

  const put = async (question: Question): Promise<void> => {
    busy = true;
    try {
      await answer(question);
    } catch (bug) {
      // The next question may well be answered.
      console.error(bug);
    }
    busy = false;
    const next = waiting;
    waiting = undefined;
    if (next !== undefined) void put(next.question);
  };

  return (question) => {
    if (busy) waiting = { question };
    else void put(question);
  };
}
