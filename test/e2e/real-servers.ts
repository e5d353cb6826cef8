import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeOnce } from '../../scripts/setup/make-once.mjs';
import { CACHE } from '../../scripts/shared/places.mjs';

const VERSION = '2026.8.31';
const SERVERS = ['everything', 'filesystem', 'memory'] as const;

/** The reference servers of the protocol, by name: the program of each. They are installed from the registry, once. */
export async function realServers(): Promise<Readonly<Record<(typeof SERVERS)[number], string>>> {
  const folder = await makeOnce(join(CACHE, `mcp-servers-${VERSION}`), (draft) => {
    writeFileSync(join(draft, 'package.json'), '{"private":true}');
    const packages = SERVERS.map((name) => `@modelcontextprotocol/server-${name}@${VERSION}`);
    execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], {
      cwd: draft,
      stdio: 'pipe',
      shell: process.platform === 'win32',
    });
    return Promise.resolve();
  });
  const program = (name: string): string => join(folder, 'node_modules/.bin', `mcp-server-${name}`);
  return { everything: program('everything'), filesystem: program('filesystem'), memory: program('memory') };
}
