/** So many that a person can do something before it is over. */
export const EVENTS = 100_000;

/** A user who writes once a second, 100,000 times. */
export const LONG = {
  'scenarios/long.ts': `import { agentUserInterface, scenario, seconds } from 'orrery';

export default scenario({
  name: 'long',
  apps: () => ({ user: agentUserInterface() }),
  events({ user }) {
    for (let nth = 0; nth < ${EVENTS}; nth++) user.send_message_to_agent({ content: \`\${nth}\` }).at(seconds(nth));
  },
});
`,
};
