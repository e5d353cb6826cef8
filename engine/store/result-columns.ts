import { countedAs, RESULT_OF_ENDING, RUN_RESULTS } from '../model/index.ts';

/** SQL for `CASE value WHEN … END` with the entries of `table`. */
const sqlCase = (value: string, table: Readonly<Record<string, string>>): string =>
  `CASE ${value} ${Object.entries(table)
    .map(([key, then]) => `WHEN '${key}' THEN ${then}`)
    .join(' ')} END`;

const EARLY_RESULT = sqlCase(
  'ending',
  Object.fromEntries(Object.entries(RESULT_OF_ENDING).map(([ending, result]) => [ending, `'${result}'`])),
);

/** SQL for the result of a run, equivalent to `runResult`. */
export const RESULT_SQL = `CASE
      WHEN state IN ('running', 'paused') THEN 'active'
      WHEN state = 'interrupted' THEN coalesce(${EARLY_RESULT}, 'interrupted')
      WHEN state = 'stopped' AND coalesce(${EARLY_RESULT}, 'stopped') = 'stopped' THEN 'stopped'
      ELSE coalesce(nullif(outcome, 'not-judged'), ${EARLY_RESULT}, 'not-judged')
    END`;

/** SQL for how pass rates count a run: 1 passed, 0 not passed, NULL not counted. */
export const COUNTED_SQL = sqlCase(
  RESULT_SQL,
  Object.fromEntries(
    RUN_RESULTS.flatMap((result) => {
      const counted = countedAs(result, 'all');
      return counted === undefined ? [] : [[result, counted === 'passed' ? '1' : '0']];
    }),
  ),
);
