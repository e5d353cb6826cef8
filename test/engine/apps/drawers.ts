import { fileSystem, virtualFileSystem } from '../../../engine/apps/files/files.ts';
import type { FileState } from '../../../engine/world/app.ts';
import { Desk } from './world.ts';

export const PNG = 'iVBORw0KGgo=';

const cabinet = {
  files: {
    'Documents/plan.txt': { text: 'Soup at noon', modified: '2026-01-04T12:00:00Z' },
    'Documents/2025/old.md': '# Old\n',
    'llama.png': { base64: PNG },
  },
  folders: ['Downloads', 'Music'],
};

/** The two file systems of the field, with the same in them. */
export const fileSystems: Readonly<Record<string, () => Desk<FileState>>> = {
  SandboxLocalFileSystem: () => new Desk(fileSystem(cabinet)),
  VirtualFileSystem: () => new Desk(virtualFileSystem(cabinet)),
};

export const drawers = fileSystems['SandboxLocalFileSystem']!;

/** Everything in `desk`, as a tree. */
export const treeOf = (desk: Desk<FileState>): string => (desk.ask('tree') as string).slice('.\n'.length, -1);
