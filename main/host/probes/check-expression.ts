import vm from 'node:vm';
import type { ProbeValue } from '../../../preload/contract.ts';
import { findWaiting, loadTypeScript, parse } from '../scenarios/index.ts';

const PATH =
  /^(?:apps|world)(?:\??\.[A-Za-z_$][\w$]*|(?:\?\.)?\[(?:\d+|"(?:[^"\\\n]|\\.)*")\]|\??\.find\(\((?<item>[A-Za-z_$][\w$]*)\) => \k<item>\.[A-Za-z_$][\w$]* === "(?:[^"\\\n]|\\.)*"\))*$/;

/** Whether `expression` is only a path into the apps' states. Reading a path runs no code, so it needs no trust. */
export const isPath = (expression: string): boolean => PATH.test(expression.trim());

/** Why `expression` is not valid; `undefined` if it is. */
export function expressionProblem(expression: string): string | undefined {
  // First without brackets, so that no message is about a bracket that nobody typed.
  for (const code of [`0,${expression}`, `(${expression}\n)`])
    try {
      new vm.Script(`'use strict';${code}`);
    } catch (thrown) {
      const reason = thrown instanceof Error ? thrown.message : String(thrown);
      return `${expression}: not an expression such as apps.mail.folders (${lowered(reason)})`;
    }
  return MAY_WAIT.test(expression) ? waitingIn(expression) : undefined;
}

/** Only an expression with one of these words can wait; others need not be parsed with TypeScript. */
const MAY_WAIT = /\b(?:async|import)\b/;

function waitingIn(expression: string): string | undefined {
  const ts = loadTypeScript();
  const [problem] = findWaiting(ts, parse(ts, 'probe.js', `(${expression}\n)`));
  return problem === undefined ? undefined : `${expression}: ${problem.message}`;
}

const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** The value of a probe as JSON, or the reason why it has none. */
export function probeValueText(value: ProbeValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return 'gap' in value ? `no value: ${value.gap}` : value.json;
}
