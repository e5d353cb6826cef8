import { defineConfig } from 'vitest/config';
import { temporaryPrograms, temporarySettings } from '../temporary-folders.ts';

export default defineConfig({
  test: {
    env: { ORRERY_SETTINGS: temporarySettings(), ORRERY_PROGRAMS: temporaryPrograms() },
    include: [
      'test/hostile/suite/*.hostile.ts',
      // Here with all their random tries.
      'test/hostile/*.test.ts',
      'test/engine/{apps/catalogue,are/hostile-traces,formats/hostile-files,state/random-programs,store/log-survives}.test.ts',
      'test/main/host/{runs/outside,workspace/saved-part}.test.ts',
    ],
    testTimeout: 3 * 3_600_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
