import { useEffect, useMemo, useState } from 'react';
import type { Answer, CallName, Reply, Request } from '../../preload/contract.ts';
import { ask } from './ask.ts';
import { latest } from './latest.ts';
import { useBench } from './use-bench.ts';

/** What main said, and to which question. */
interface Answered<Name extends CallName> {
  readonly request: Request<Name>;
  readonly reply: Reply<Answer<Name>>;
}

/**
 * Puts a question to main, and again whenever it is another one or `since` is another. The last answer stays until the next has come, and while
 * there is no question.
 */
export function useAnswer<Name extends CallName>(
  name: Name,
  request: Request<Name> | undefined,
  since: number | string = 0,
): Answered<Name> | undefined {
  const { lab } = useBench();
  const [answered, setAnswered] = useState<Answered<Name>>();
  const put = useMemo(
    () =>
      latest(async (question: Request<Name>) => {
        setAnswered({ request: question, reply: await ask(lab, name, question) });
      }),
    [lab, name],
  );
  const key = request === undefined ? undefined : JSON.stringify(request);
  useEffect(() => {
    if (key !== undefined) put(JSON.parse(key) as Request<Name>);
  }, [put, key, since]);
  return answered;
}
