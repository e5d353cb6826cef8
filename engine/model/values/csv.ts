/** How CSV fields that a spreadsheet would evaluate are written: after an apostrophe, or unchanged. */
export type CsvFormulas = 'as-text' | 'raw';

/**
 * A line of CSV. By default, fields that a spreadsheet would evaluate, such as `=HYPERLINK(…)`, are written as text; numbers are
 * not changed.
 */
export const csvLine = (fields: readonly string[], formulas: CsvFormulas = 'as-text'): string =>
  fields
    .map((field) => (formulas === 'as-text' && isFormula(field) ? `'${field}` : field))
    .map((field) => (/[",\n\r]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field))
    .join(',');

/** Characters that begin a formula, including full-width ones, and blanks that spreadsheets skip. */
const FORMULA = /^[=+\-@\t\n\r\uff0b\uff0d\uff1d\uff20]/;

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

const isFormula = (field: string): boolean => FORMULA.test(field) && !NUMBER.test(field);
