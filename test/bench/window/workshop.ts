import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../../engine/index.ts';
import { openDatabase, packing } from '../../open-database.ts';
import { loads, planFor } from '../loads.ts';
import { runRecorded } from '../runs.ts';
import { dialogue, mailbox } from './mailbox.ts';
import { PREVIEWED } from './measure-preview.ts';

const IMPORTED = 9; // files; with the scenario ten

/**
 * Fills `home` with a workspace and a profile: runs of `entries` and `many` entries, a transcript of `steps`, and a scenario of
 * ten files.
 */
export function furnish(home: string, entries: number, many: number, steps: number): void {
  const folder = join(home, 'workspace');
  mkdirSync(join(folder, '.orrery'), { recursive: true });
  const db = openDatabase(join(folder, '.orrery/orrery.db'));
  const store = openStore(db, packing);
  runRecorded(planFor(loads.independent(many)), store);
  runRecorded(mailbox(entries), store);
  runRecorded(dialogue(steps), store);
  db.close();

  mkdirSync(join(folder, 'scenarios/parts'), { recursive: true });
  const parts = Array.from({ length: IMPORTED }, (_, nth) => nth);
  for (const nth of parts)
    writeFileSync(
      join(folder, `scenarios/parts/part-${nth}.ts`),
      `export const words${nth} = 'letter ${nth}';\n`,
    );
  writeFileSync(
    join(folder, 'scenarios/ten-files.ts'),
    // A new text each time: what earlier processes have compiled and checked is stored by content.
    `// ${randomUUID()}
import { agentUserInterface, emailClient, scenario, seconds } from 'orrery';
${parts.map((nth) => `import { words${nth} } from './parts/part-${nth}.ts';`).join('\n')}

export default scenario({
  name: 'ten files',
  apps: () => ({ user: agentUserInterface(), mail: emailClient({}) }),
  events({ user, mail }) {
${parts.map((nth) => `    user.send_message_to_agent({ content: words${nth} }).at(seconds(${nth + 1}));`).join('\n')}
    
  },
});
`,
  );

  writeFileSync(
    join(folder, 'scenarios/paced.ts'),
    `import { agentUserInterface, scenario, seconds } from 'orrery';

export default scenario({
  name: 'paced',
  apps: () => ({ user: agentUserInterface() }),
  events({ user }) {
    for (let nth = 0; nth < ${entries}; nth++)
      user.send_message_to_agent({ content: 'message ' + nth }).at(seconds(nth + 1));
  },
});
`,
  );

  for (const entries of PREVIEWED)
    writeFileSync(
      join(folder, `scenarios/lively-${entries}.ts`),
      `import { agentUserInterface, scenario, seconds } from 'orrery';
const word = '';
function isServed(): boolean {

  return true;
}
export default scenario({
  name: 'lively',
  apps: () => ({ user: agentUserInterface() }),
  events({ user }, { condition }) {
    condition('served', isServed).at(seconds(1));
    for (let nth = 1; nth < ${entries}; nth++)
      user.send_message_to_agent({ content: nth % 50 === 0 ? word + nth : 'message ' + nth }).at(seconds(nth));
  },
});
`,
    );

  mkdirSync(join(home, 'profile'), { recursive: true });
  const preferences = { rerunOnSave: true };
  writeFileSync(join(home, 'profile/preferences.json'), JSON.stringify(preferences));
}
