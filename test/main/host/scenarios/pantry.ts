import type { Declarations } from '../../../../preload/contract.ts';

/** Stand-in declarations of 'orrery': one app with two tools. */
export const pantry: Declarations = {
  entry: 'orrery/scenario/orrery.d.ts',
  files: {
    'orrery/scenario/orrery.d.ts': "export { recipe } from './recipe.ts';\n",
    'orrery/scenario/recipe.d.ts': `
      export interface Stove { boil(args: { minutes: number }): void; cool(): void }
      export declare function recipe(steps: { cook(stove: Stove): void }): { readonly name: string };
    `,
    'orrery/globals.d.ts': 'declare const console: { log(...values: unknown[]): void };\n',
  },
};

/** A recipe whose step is `body`, on line 3. */
export const cooking = (body: string, head = ''): string =>
  `import { recipe } from 'orrery'; ${head}\nexport default recipe({\n  cook(stove) { ${body} },\n});\n`;
