import type { Loader, OnLoadResult, OnResolveResult, Plugin } from 'esbuild';
import path from 'node:path';
import type { Problem } from '../../engine/model/index.ts';
import { NAMESPACE } from './author-places.ts';
import { guardLoops, type Insertion } from './loop-guard.ts';
import { parse, syntaxProblems } from './source.ts';
import type { TypeScript } from './typescript.ts';
import { findWaiting } from './waiting.ts';
import { folderContents, folderMeant } from './workspace-folder.ts';
import { findImported, type Found, type ScenarioFiles } from './workspace-file.ts';

/** Gathers what was read of the workspace while it is bundled. */
export interface Gathered {
  readonly files: Map<string, string>;
  readonly insertions: Map<string, readonly Insertion[]>;
  /** Found in the author's text, before the bundler sees it. */
  readonly problems: Problem[];
}

/**
 * Lets a bundle hold 'orrery' and `files`, each with its loops guarded, and nothing else. The entry point is the path of
 * one of them.
 */
export const workspacePlugin = (ts: TypeScript, files: ScenarioFiles, gathered: Gathered): Plugin => ({
  name: NAMESPACE,
  setup(bundle) {
    bundle.onResolve({ filter: /.*/ }, async ({ path: wanted, importer, kind }): Promise<OnResolveResult> => {
      // esbuild puts `./` before an entry point that happens to lie in the current folder too.
      if (kind === 'entry-point') return { path: path.posix.normalize(wanted), namespace: NAMESPACE };
      if (wanted === 'orrery') return { path: wanted, external: true };
      if (wanted.endsWith('/')) {
        const folder = folderMeant(importer, wanted);
        return folder === undefined
          ? { errors: [{ text: refusal(wanted, 'outside') }] }
          : { path: folder, namespace: NAMESPACE };
      }
      const found = await findImported(files, importer, wanted);
      return found.kind === 'file'
        ? { path: found.path, namespace: NAMESPACE }
        : { errors: [{ text: refusal(wanted, found.kind) }] };
    });

    bundle.onLoad({ filter: /.*/, namespace: NAMESPACE }, async ({ path: file }): Promise<OnLoadResult> => {
      if (file.endsWith('/')) return folderContents(files, file, gathered.files);
      const text = await files.read(file).catch((error: unknown) => error as Error);
      if (typeof text !== 'string') return { errors: [{ text: `${file}: ${text.message}` }] };
      gathered.files.set(file, text);
      if (file.endsWith('.json')) return { contents: text, loader: 'json' };

      const source = parse(ts, file, text);
      const problems = [...syntaxProblems(ts, source), ...findWaiting(ts, source)];
      gathered.problems.push(...problems);
      if (problems.length > 0) return { contents: '' };
      const guarded = guardLoops(ts, source);
      gathered.insertions.set(file, guarded.insertions);
      return { contents: guarded.text, loader: path.extname(file).slice(1) as Loader };
    });
  },
});

function refusal(wanted: string, kind: Exclude<Found['kind'], 'file'>): string {
  switch (kind) {
    case 'missing':
      return `found no file for '${wanted}', wanted a file of this workspace`;
    case 'outside':
      return `found import of '${wanted}', wanted 'orrery' or a file of this workspace`;
    case 'unreadable':
      return `found import of '${wanted}', wanted a file that ends in .ts, .js or .json`;
  }
}
