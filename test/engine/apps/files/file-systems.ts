import { fileSystem, virtualFileSystem } from '../../../../engine/apps/files/files.ts';
import type { FileState } from '../../../../engine/world/app.ts';
import { AppUnderTest } from '../app-under-test.ts';

export const PNG = 'iVBORw0KGgo=';

const initial = {
  files: {
    'Documents/plan.txt': { text: 'Soup at noon', modified: '2026-01-04T12:00:00Z' },
    'Documents/2025/old.md': '# Old\n',
    'llama.png': { base64: PNG },
  },
  folders: ['Downloads', 'Music'],
};

/** Both file systems, with the same files. */
export const fileSystems: Readonly<Record<string, () => AppUnderTest<FileState>>> = {
  SandboxLocalFileSystem: () => new AppUnderTest(fileSystem(initial)),
  VirtualFileSystem: () => new AppUnderTest(virtualFileSystem(initial)),
};

export const sandboxFiles = fileSystems['SandboxLocalFileSystem']!;

/** The file tree of `app` as text. */
export const treeOf = (app: AppUnderTest<FileState>): string =>
  (app.ask('tree') as string).slice('.\n'.length, -1);
