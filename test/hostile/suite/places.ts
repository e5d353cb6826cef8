/** A place where author code runs: the files of a scenario in which `code` stands there. */
export interface Place {
  readonly files: (code: string) => Readonly<Record<string, string>>;
  /** What a trap answers here is looked at. */
  readonly answers?: true;
}

const HEAD = `// @ts-nocheck
import { agentUserInterface, app, fromSeconds, minutes, scenario, seconds, str, toolOf, variants } from 'orrery';
`;

interface Parts {
  readonly before?: string;
  readonly fields?: string;
  readonly apps?: string;
  readonly events?: string;
  readonly whole?: string;
}

/** A scenario with one event, and `parts` in place of its own. */
export function scenarioOf({
  before = '',
  fields = '',
  apps,
  events,
  whole,
}: Parts): Readonly<Record<string, string>> {
  const text =
    whole ??
    `export default scenario({
  name: 'hostile', start: '2026-01-05T09:00:00Z', duration: minutes(5), ${fields}
  apps: () => { ${apps ?? 'return { user: agentUserInterface() };'} },
  events({ user, pot }, { condition, validation, agentValidation, oracle, stop }) {
    const ask = user.send_message_to_agent({ content: 'Soup?' }).at(seconds(1));
    ${events ?? ''}
  },
});`;
  return { 'scenarios/hostile.ts': `${HEAD}${before}\n${text}\n` };
}

const pot = (tool: string, rest = ''): string =>
  `const pot = app({ class: 'Pot', initial: () => ({ soup: 1 }), ${rest} tools: {
    stir: toolOf()({ summary: 'Stir.', effect: 'write', args: {}, apply(state) { state.soup += 1; ${tool} } }),
    ring: toolOf()({ summary: 'Ring.', effect: 'write', args: {}, apply(state) { state.soup += 1; } }),
  } });`;

const APPS = 'return { user: agentUserInterface(), pot: pot() };';

const inPot = (tool: string, events: string, rest = ''): Readonly<Record<string, string>> =>
  scenarioOf({ before: pot(tool, rest), apps: APPS, events });

export const places: Readonly<Record<string, Place>> = {
  'the top level': { files: (code) => scenarioOf({ before: `(() => { ${code} })();` }) },
  'a neighbour': {
    files: (code) => ({
      ...scenarioOf({ before: "import { soup } from './neighbour.ts'; void soup;" }),
      'scenarios/neighbour.ts': `// @ts-nocheck\nexport const soup = (() => { ${code} })();\n`,
    }),
  },
  'the default export': {
    files: (code) => scenarioOf({ whole: `export default (() => { ${code} })();` }),
    answers: true,
  },
  'apps()': { files: (code) => scenarioOf({ apps: code }), answers: true },
  'an initial state': {
    files: (code) =>
      scenarioOf({
        before: `const pot = app({ class: 'Pot', initial: () => { ${code} }, tools: {} });`,
        apps: APPS,
      }),
    answers: true,
  },
  'events()': { files: (code) => scenarioOf({ events: code }), answers: true },
  'arguments of an event': {
    files: (code) =>
      scenarioOf({ events: `user.send_message_to_agent({ content: (() => { ${code} })() });` }),
    answers: true,
  },
  'a tool': {
    files: (code) => inPot(code, 'pot.stir({}).after(ask); pot.stir({}).after(ask, seconds(2));'),
    answers: true,
  },
  'a tool of the oracle': {
    files: (code) => inPot(code, 'oracle(pot.stir({})).after(ask, seconds(1));'),
    answers: true,
  },
  'an alarm': {
    files: (code) =>
      inPot('', 'void pot;', `alarm: { tool: 'ring', next(state) { if (state.soup > 3) return; ${code} } },`),
    answers: true,
  },
  'a condition': {
    files: (code) =>
      scenarioOf({ events: `stop().after(condition('soup', () => { ${code} }).after(ask).timeout(5));` }),
    answers: true,
  },
  'a milestone': {
    files: (code) =>
      scenarioOf({
        events: `validation({ milestones: { soup: () => { ${code} } } }).after(ask).timeout(5);`,
      }),
    answers: true,
  },
  'a minefield': {
    files: (code) =>
      scenarioOf({
        events: `validation({ minefields: { soup: () => { ${code} } } }).after(ask).timeout(5);`,
      }),
    answers: true,
  },
  'an agent validation': {
    files: (code) =>
      scenarioOf({
        events: `agentValidation({ milestones: { soup: () => { ${code} } } }).after(ask).timeout(60);
    oracle(user.send_message_to_user({ content: 'Yes' })).after(ask, seconds(5));
    oracle(user.send_message_to_user({ content: 'No' })).after(ask, seconds(9));`,
      }),
    answers: true,
  },
  'a variant': {
    files: (code) =>
      scenarioOf({
        whole: `export default variants({ n: [1, 2] }, () => { ${code} });`,
      }),
    answers: true,
  },
  'a getter of the scenario': {
    files: (code) =>
      scenarioOf({ whole: `export default { get name() { ${code} }, get apps() { ${code} } };` }),
    answers: true,
  },
};

/** The places where every other trap is tried, too. */
export const mainPlaces: readonly string[] = [
  'arguments of an event',
  'events()',
  'a tool',
  'a condition',
  'an initial state',
];
