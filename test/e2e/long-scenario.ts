export const EVENTS = 20_000;

/** A user who writes once a second, 20,000 times, slowly enough that a person can act before the end. */
export const LONG = {
  'scenarios/long.ts': `import { app, scenario, seconds, str, toolOf } from 'orrery';

const tool = toolOf<{ messages: { content: string }[] }>();

const slowChat = app({
  class: 'SlowChat',
  initial: (): { messages: { content: string }[] } => ({ messages: [] }),
  tools: {
    write: tool({
      summary: 'Write, and take a while for it.',
      effect: 'write',
      callers: ['user'],
      args: { content: str },
      apply({ messages }, { content }) {
        let rounds = 0;
        while (rounds < 50_000) rounds++;
        messages.push({ content });
        return rounds;
      },
    }),
  },
});

export default scenario({
  name: 'long',
  apps: () => ({ user: slowChat() }),
  events({ user }) {
    for (let nth = 0; nth < ${EVENTS}; nth++) user.write({ content: \`\${nth}\` }).at(seconds(nth));
  },
});
`,
};

/** A user who writes some 4,000 characters a second, which no packing makes shorter: it fills a small disk in a few thousand entries. */
export const FILLING = {
  'scenarios/filling.ts': `import { app, scenario, seconds, toolOf } from 'orrery';

const tool = toolOf<{ last: string }>();

const noisyChat = app({
  class: 'NoisyChat',
  initial: (): { last: string } => ({ last: '' }),
  tools: {
    write: tool({
      summary: 'Write noise.',
      effect: 'write',
      callers: ['user'],
      args: {},
      apply(state, _args, { random }) {
        state.last = Array.from({ length: 120 }, () => random.hex()).join('');
        return null;
      },
    }),
  },
});

export default scenario({
  name: 'filling',
  apps: () => ({ user: noisyChat() }),
  events({ user }) {
    for (let nth = 0; nth < 10_000; nth++) user.write().at(seconds(nth));
  },
});
`,
};
