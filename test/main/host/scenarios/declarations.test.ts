import { describe, expect, it } from 'vitest';
import { declarations, DeclarationsMissing } from '../../../../main/host/scenarios/declarations.ts';
import { workspace } from './kitchen.ts';

const files = {
  'scenario/orrery.d.ts':
    "export { seconds } from '../model/time.ts';\nexport * from './scenario.ts';\nimport '../apps/app.ts';\n",
  'scenario/scenario.d.ts':
    "export declare const scenario: (apps: import('../apps/tool.ts').Tool) => void;\nimport type { A } from 'tinyqueue';\n",
  'model/time.d.ts': "import { type Brand } from './brand.ts';\nimport './time.ts';\n",
  'model/brand.d.ts': 'export type Brand = 1;\n',
  'apps/app.d.ts': 'export {};\n',
  'apps/tool.d.ts': 'export interface Tool {}\n',
  'kernel/queue.d.ts': 'export {};\n',
};

describe('declarations()', () => {
  it('returns the files that orrery.d.ts imports, and the globals', async () => {
    const { entry, files: found } = await declarations(await workspace(files));

    expect(entry).toBe('orrery/scenario/orrery.d.ts');
    expect(Object.keys(found).sort()).toEqual([
      'orrery/apps/app.d.ts',
      'orrery/apps/tool.d.ts',
      'orrery/globals.d.ts',
      'orrery/model/brand.d.ts',
      'orrery/model/time.d.ts',
      'orrery/scenario/orrery.d.ts',
      'orrery/scenario/scenario.d.ts',
    ]);
    expect(found['orrery/model/brand.d.ts']).toBe(files['model/brand.d.ts']);
  });

  it('rejects with the build command when the types were not built', async () => {
    const folder = await workspace({});

    await expect(declarations(folder)).rejects.toThrow(DeclarationsMissing);
    await expect(declarations(folder)).rejects.toThrow(/npm run build/);
  });
});
