/** Scenarios that cannot run, each with what is to be said of it. */
export const BROKEN: Readonly<Record<string, { readonly text: string; readonly message: RegExp }>> = {
  'a syntax error': {
    text: withEvents('user.send_message_to_agent({ content: );'),
    message: /^scenarios\/broken\.ts:7:43: Expression expected\.$/,
  },
  'a type error': {
    text: withEvents('user.send_message_to_agent({ content: 7 });'),
    message: /^scenarios\/broken\.ts:7:34: Type 'number' is not assignable to type /,
  },
  'a dependency cycle': {
    text: withEvents(
      "const one = user.send_message_to_agent({ content: 'one' });",
      "const two = user.send_message_to_agent({ content: 'two' }).after(one);",
      'one.after(two);',
    ),
    message:
      /^scenarios\/broken\.ts:7:\d+: found a cycle: .* waits for .*; wanted events that do not wait for/,
  },
  'an unknown tool': {
    text: withEvents("user.shout({ content: 'one' });"),
    message: /^scenarios\/broken\.ts:7:10: Property 'shout' does not exist on type /,
  },
  'an unknown tool that the types let through': {
    text: withEvents("(user as any).shout({ content: 'one' });"),
    message:
      /^scenarios\/broken\.ts:7:\d+: .*user \(AgentUserInterface\): found no tool "shout", wanted send_message/,
  },
  'a loop without end': {
    text: withEvents('for (;;);'),
    message: /^scenarios\/broken\.ts:7:5: .*a loop ran 10,000,000 times without end, wanted one that ends$/,
  },
  'an exception': {
    text: withEvents("throw new Error('the archive is closed');"),
    message: /^scenarios\/broken\.ts:7:11: events: Error: the archive is closed$/,
  },
  'an import of what is not there': {
    text: `import { letters } from './letters.ts';\n${withEvents('void letters;')}`,
    message:
      /^scenarios\/broken\.ts:1:25: found no file for '\.\/letters\.ts', wanted a file of this workspace$/,
  },
  'an import of Node': {
    text: `import { readFileSync } from 'node:fs';\n${withEvents('void readFileSync;')}`,
    message:
      /^scenarios\/broken\.ts:1:30: found import of 'node:fs', wanted 'orrery' or a file of this workspace$/,
  },
  'no scenario in it': {
    text: 'export default { name: 7 };\n',
    message:
      /^scenarios\/broken\.ts:1:1: found a default export that is an object, wanted export default scenario/,
  },
};

/** The statements begin on line 7, column 5. */
export function withEvents(...statements: string[]): string {
  return `import { agentUserInterface, scenario } from 'orrery';

export default scenario({
  name: 'broken',
  apps: () => ({ user: agentUserInterface() }),
  events({ user }, { condition }) {
${statements.map((statement) => `    ${statement}`).join('\n')}
  },
});
`;
}
