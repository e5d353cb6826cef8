import vm from 'node:vm';

const PATH =
  /^(?:apps|world)(?:\??\.[a-z_$][\w$]*|(?:\?\.)?\[(?:\d+|"(?:[^"\\\n]|\\.)*")\]|\??\.find\(\((?<item>[a-z_$][\w$]*)\) => \k<item>\.[a-z_$][\w$]* === "(?:[^"\\\n]|\\.)*"\))*$/i;

/** Whether `expression` does no more than name a place in the apps' states: to look there, no code needs trust. */
export const isPath = (expression: string): boolean => PATH.test(expression.trim());

/** Why `expression` is none; `undefined` where it is one. */
export function problemIn(expression: string): string | undefined {
  // First without brackets around it, so that nothing is said of a bracket that nobody typed.
  for (const code of [`0,${expression}`, `(${expression}\n)`])
    try {
      new vm.Script(code);
    } catch (thrown) {
      const reason = thrown instanceof Error ? thrown.message : String(thrown);
      return `${expression}: found ${lowered(reason)}, wanted one expression such as apps.mail.folders`;
    }
  return undefined;
}

const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
