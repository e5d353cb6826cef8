import vm from 'node:vm';
import type { ProbeValue } from '../../../preload/contract.ts';
import { findWaiting, loadTypeScript, parse } from '../scenarios/index.ts';

const PATH =
  /^(?:apps|world)(?:\??\.[A-Za-z_$][\w$]*|(?:\?\.)?\[(?:\d+|"(?:[^"\\\n]|\\.)*")\]|\??\.find\(\((?<item>[A-Za-z_$][\w$]*)\) => \k<item>\.[A-Za-z_$][\w$]* === "(?:[^"\\\n]|\\.)*"\))*$/;

/** Whether `expression` does no more than name a place in the apps' states: to look there, no code needs trust. */
export const isPath = (expression: string): boolean => PATH.test(expression.trim());

/** Why `expression` is none; `undefined` where it is one. */
export function expressionProblem(expression: string): string | undefined {
  // First without brackets around it, so that nothing is said of a bracket that nobody typed.
  for (const code of [`0,${expression}`, `(${expression}\n)`])
    try {
      new vm.Script(`'use strict';${code}`);
    } catch (thrown) {
      const reason = thrown instanceof Error ? thrown.message : String(thrown);
      return `${expression}: not an expression such as apps.mail.folders (${lowered(reason)})`;
    }
  return MAY_WAIT.test(expression) ? waitingIn(expression) : undefined;
}

/** The words without which nothing waits: they spare all other expressions a compiler. */
const MAY_WAIT = /\b(?:async|import)\b/;

function waitingIn(expression: string): string | undefined {
  const ts = loadTypeScript();
  const [problem] = findWaiting(ts, parse(ts, 'probe.js', `(${expression}\n)`));
  return problem === undefined ? undefined : `${expression}: ${problem.message}`;
}

const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** What a probe came to, as JSON; or why to nothing. */
export function probeValueText(value: ProbeValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return 'gap' in value ? `nothing: ${value.gap}` : value.json;
}
