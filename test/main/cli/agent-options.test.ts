import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scriptFile } from '../../../main/cli/agent-options.ts';
import { temporaryFolder } from '../temporary-folder.ts';

it.each([
  ['its path in its workspace', 'agents/waiter.json', { 'scenarios/dinner.ts': '' }],
  ['its name where it is in none', 'waiter.json', {}],
])('scriptFile() names a script by %s', async (_, name, workspace) => {
  const folder = temporaryFolder({ 'agents/waiter.json': '{}', ...workspace });

  expect(await scriptFile(join(folder, 'agents/waiter.json'))).toEqual({ name, text: '{}' });
});
