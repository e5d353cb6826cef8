import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import './call-main.ts';
import { electronBinary } from './electron.ts';
import { WindowUser } from './window-user.ts';
import { openWorkbenchBy } from './open-workbench.ts';
import { put, temporaryFolder } from './temporary-folder.ts';

const CALLS = 'connect,bind,sendto,sendmsg,sendmmsg';

/** The internet addresses that a program and its children passed to the system, each once. */
function addressesIn(trace: string): readonly string[] {
  const named = trace.matchAll(/sa_family=AF_INET6?\b[^}]*?"([\d.:a-f]+)"/g);
  return [...new Set(Array.from(named, ([, address]) => address!))];
}

const hasStrace = (): boolean => {
  try {
    execFileSync('strace', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

it.skipIf(!hasStrace())(
  'a window that starts, runs, replays, compares, reports and quits asks nothing of the network',
  async () => {
    const folder = temporaryFolder();
    const [trace, program] = [join(folder, 'trace'), join(folder, 'electron')];
    const script = `#!/bin/sh\nexec strace -f --seccomp-bpf -qq -e trace=${CALLS} -o '${trace}' '${electronBinary()}' "$@"\n`;
    put(folder, { electron: script });
    chmodSync(program, 0o755);
    {
      await using bench = await openWorkbenchBy(program);
      const user = new WindowUser(bench);
      await user.open('phishing-or-not.ts');
      await user.run('Passed');
      await user.scrubTo(14);
      await user.branch('content', 'Never.', 'Failed');
      await bench.page.keyboard.press('Control+d');
      await user.reads(bench.page.getByRole('region', { name: 'Comparison' }), 'First divergence');
      const file = join(folder, 'report.html');
      await user.savesTo(file);
      await bench.page.evaluate(() => bridge.call('report.save', { runs: ['r1'] }));
      expect(readFileSync(file, 'utf8')).toContain('phishing-or-not');
    }

    // The tests' connection to the window listens on this machine only.
    expect(addressesIn(readFileSync(trace, 'utf8'))).toEqual(['127.0.0.1']);
  },
);
