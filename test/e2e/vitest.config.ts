import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { temporarySettings } from '../temporary-folders.ts';

/** Opening a window with a scenario takes as long as this many steps of a walk. */
const OPENING = 40;

/** About how long a file of walks takes, measured in steps, which are waited for. */
function durationOf({ moduleId }: TestSpecification): number {
  const text = readFileSync(moduleId, 'utf8');
  const steps = text.match(/\bawait\b/g) ?? [];
  const opened =
    text.match(/\b(?:open\w*Workbench\w*|openUntrusted|openReport|oneWorkbench|withRunOf|again)\(/g) ?? [];
  return steps.length + OPENING * opened.length;
}

/** Short files that take long, because they run many commands. */
const takesLong = ({ moduleId }: TestSpecification): boolean =>
  /\/terminal-(?:pages|help|trust|large-import|runtimes|package)\.test\.ts$/.test(moduleId);

/**
 * Shards that take about as long as each other: vitest's own have equal numbers of files. Vitest's order is by size, so that one
 * process would run a short file that takes long after the other has nothing left to do.
 */
class EvenShards extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(takesLong), ...sorted.filter((file) => !takesLong(file))];
  }

  override shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.ctx.config.shard!;
    const shards = Array.from({ length: count }, () => ({ files: [] as TestSpecification[], duration: 0 }));
    const known = files.map((file) => ({ file, duration: durationOf(file) }));
    known.sort(
      (one, other) => other.duration - one.duration || (one.file.moduleId < other.file.moduleId ? -1 : 1),
    );
    for (const { file, duration } of known) {
      const shortest = shards.reduce((one, other) => (other.duration < one.duration ? other : one));
      shortest.files.push(file);
      shortest.duration += duration;
    }
    return Promise.resolve(shards[index - 1]!.files);
  }
}

export default defineConfig({
  test: {
    include: ['test/e2e/**/*.test.ts'],
    // What walks run in the terminal is trusted in the window, too, and not in the settings of whoever runs them.
    env: { ORRERY_SETTINGS: temporarySettings() },
    // With one display, windows would fight for the focus.
    fileParallelism: false,
    isolate: false,
    // The built command line runs as it was built.
    server: { deps: { external: [/\/out\/main\//] } },
    sequence: { sequencer: EvenShards },
    // Keeps what Vite made of each module, as in the unit tests.
    experimental: { fsModuleCache: true },
    // All suites run at the same time: on two cores each may take several times as long as alone.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // To ask the page every 50 ms, as vitest does, takes 8 % more processor time.
    expect: { poll: { timeout: 30_000, interval: 150 } },
  },
});
