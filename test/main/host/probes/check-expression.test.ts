import { describe, expect, it } from 'vitest';
import { isPath, expressionProblem } from '../../../../main/host/probes/probe-evaluator.ts';

describe('isPath()', () => {
  it.each([
    'apps',
    'apps.mail.folders.INBOX.emails.length',
    'world?.mail?.folders["A \\" B"][12]?.[3]',
    ' apps.mail.folders.INBOX.emails.find((item) => item.email_id === "inbox-1")?.is_read ',
  ])('accepts %s', (expression) => {
    expect(isPath(expression)).toBe(true);
  });

  it.each([
    'mail.folders',
    'apps.mail.reset()',
    'apps[`mail`]',
    'apps[apps]',
    'apps.mail.find((item) => other.id === "x")',
    'apps.mail.find((item) => item.constructor("x"))',
    'apps["a" + (() => { for (;;); })() + "b"]',
    'apps.mail; process.exit()',
    'apps.mail = 1',
    'apps.mail.FIND((a) => a.y === "1")',
    'apps.mail.find((a) => A.y === "1")',
    'Apps.mail',
  ])('rejects %s', (expression) => {
    expect(isPath(expression)).toBe(false);
  });

  it('rejects a long text without catastrophic backtracking', () => {
    expect(isPath(`apps${'.find((a) => a.a === "'.repeat(90)}`)).toBe(false);
    expect(isPath(`apps${'.a'.repeat(900)}!`)).toBe(false);
  });
});

describe('expressionProblem()', () => {
  it.each(['1', '{ a: 1 }', 'apps.mail // all of it', '(a, b)', "'text'", "'async import'", 'apps.async'])(
    'accepts %s',
    (expression) => {
      expect(expressionProblem(expression)).toBeUndefined();
    },
  );

  it.each([
    ['apps.mail.', 'unexpected end of input'],
    ['apps.mail)', "unexpected token ')'"],
    ['let a = 1', 'unexpected strict mode reserved word'],
    ['a; b', "unexpected token ';'"],
    ['return 1', "unexpected token 'return'"],
    ['010', 'octal literals are not allowed in strict mode.'],
    ['yield', 'unexpected strict mode reserved word'],
    ['apps.x.find((static) => static.a === "b")', 'unexpected strict mode reserved word'],
    ['(async () => 1)() && 1', 'An async function cannot be used here'],
    ['{ async *a() {} }', 'An async function cannot be used here'],
    ['import("fs") && 1', 'import(…) cannot be used here'],
  ])('explains why %s is not an expression', (expression, reason) => {
    const problem = expressionProblem(expression)!;
    expect(problem).toMatch(/: (?:not an expression such as apps\.mail\.folders \(|An async|import)/);
    expect(problem.startsWith(`${expression}: `)).toBe(true);
    expect(problem).toContain(reason);
  });
});
