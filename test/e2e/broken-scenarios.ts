interface Broken {
  readonly text: string;
  /** Line and column. */
  readonly place: string;
  readonly message: RegExp;
}

/** Scenarios that cannot run, each with the expected message. */
export const BROKEN: Readonly<Record<string, Broken>> = {
  'a syntax error': {
    text: withEvents('user.send_message_to_agent({ content: );'),
    place: '7:43',
    message: /^Expression expected\.$/,
  },
  'a type error': {
    text: withEvents('user.send_message_to_agent({ content: 7 });'),
    place: '7:34',
    message: /^Type 'number' is not assignable to type /,
  },
  'a dependency cycle': {
    text: withEvents(
      "const one = user.send_message_to_agent({ content: 'one' });",
      "const two = user.send_message_to_agent({ content: 'two' }).after(one);",
      'one.after(two);',
    ),
    place: '7:22',
    message: /^These events wait for each other in a cycle: .* waits for .*\. Remove one/,
  },
  'an unknown tool': {
    text: withEvents("user.shout({ content: 'one' });"),
    place: '7:10',
    message: /^Property 'shout' does not exist on type /,
  },
  'an unknown tool that the types let through': {
    text: withEvents("(user as any).shout({ content: 'one' });"),
    place: '7:19',
    message: /^.*user \(AgentUserInterface\) has no tool "shout"\. Its tools are send_message/,
  },
  'a loop without end': {
    text: withEvents('for (;;);'),
    place: '7:5',
    message: /^events: Scenario code timed out: it ran a loop 200,000,000 times and was stopped\.$/,
  },
  'an exception': {
    text: withEvents("throw new Error('the archive is closed');"),
    place: '7:11',
    message: /^events: Error: the archive is closed$/,
  },
  'an import of what is not there': {
    text: `import { letters } from './letters.ts';\n${withEvents('void letters;')}`,
    place: '1:25',
    message: /^no file '\.\/letters\.ts' in this workspace$/,
  },
  'an import of Node': {
    text: `import { readFileSync } from 'node:fs';\n${withEvents('void readFileSync;')}`,
    place: '1:30',
    message: /^'node:fs' cannot be imported: a scenario imports 'orrery' and files of this workspace$/,
  },
  'an app that begins with what is no JSON': {
    text: withEvents('void user;')
      .replace('import { ', 'import { app, ')
      .replace(
        'user: agentUserInterface()',
        `user: agentUserInterface(),
    clock: app({ class: 'Clock', initial: () => ({ set: new Date(0) }), tools: {} })()`,
      ),
    place: '6:84',
    message: /^apps: TypeError: Clock\.set is a Date, which JSON cannot hold\.$/,
  },
  'a start that is no time': {
    text: withEvents('void user;').replace("name: 'broken',", "name: 'broken', start: 'at noon',"),
    place: '1:1',
    message: /^start: RangeError: "at noon" is not an instant such as /,
  },
  'no scenario in it': {
    text: 'export default { name: 7 };\n',
    place: '1:1',
    message: /^a default export that is an object: a scenario file says export default scenario/,
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
