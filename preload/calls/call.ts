import type * as z from 'zod';

/** A row of the contract table: how a request is parsed, and the type of its answer. */
export interface Call<Request extends z.ZodType, Answer> {
  readonly request: Request;
  /** Never set: it carries the answer's type from the table to both ends. */
  readonly answer?: Answer;
}

interface Asked<Request extends z.ZodType> {
  answers<Answer>(): Call<Request, Answer>;
}

/** A row that parses what is asked by `request`; `.answers<…>()` says what is answered. */
export const call = <Request extends z.ZodType>(request: Request): Asked<Request> => ({
  answers: () => ({ request }),
});
