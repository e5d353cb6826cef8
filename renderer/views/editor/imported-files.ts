import type { Bridge } from '../../../preload/contract.ts';
import { type DocumentsStore, load } from '../../stores/documents.ts';
import { disposeAll } from '../../stores/sync.ts';

const IMPORT = /\b(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"\n]+)['"]/g;

/** Paths of the workspace files that the source at `path` imports. */
export function importedFiles(path: string, text: string): readonly string[] {
  const here = new URL(`workspace:///${encodeURI(path)}`);
  return Array.from(text.matchAll(IMPORT), ([, written = '']) => {
    const named = /\.[cm]?[jt]s(?:on)?$/.test(written) ? written : `${written}.ts`;
    return decodeURI(new URL(encodeURI(named), here).pathname.slice(1));
  });
}

/** Loads the files that loaded sources import, so that their types are known, until the returned function is called. */
export function loadImportedFiles(bridge: Bridge, documents: DocumentsStore): () => void {
  const looked = new Map<string, string>();
  const asked = new Set<string>();

  const look = (): void => {
    for (const [path, { text }] of Object.entries(documents.getState().texts)) {
      if (looked.get(path) === text) continue;
      looked.set(path, text);
      for (const neighbour of importedFiles(path, text)) {
        if (asked.has(neighbour) || documents.getState().texts[neighbour] !== undefined) continue;
        asked.add(neighbour);
        void load(bridge, documents, neighbour);
      }
    }
  };
  look();
  const stops = [
    documents.subscribe(look),
    // A file that was missing may exist now.
    bridge.on('workspace.changed', () => {
      asked.clear();
      looked.clear();
      look();
    }),
  ];
  return disposeAll(stops);
}
