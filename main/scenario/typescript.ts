import { createRequire } from 'node:module';
import type ts from 'typescript';

/** The `typescript` package. It takes a sixth of a second to load, so whoever needs it asks when it does. */
export type TypeScript = typeof ts;

/** Required and not imported: an import reads all nine megabytes through for names first, which takes twice as long again. */
export const loadTypeScript = (): TypeScript => createRequire(import.meta.url)('typescript') as TypeScript;
