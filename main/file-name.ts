import type { ExportFormat } from '../preload/contract.ts';

/** What files are called in which runs leave the workspace. */
export const ENDINGS = { orrery: 'orrery', are: 'json', report: 'html' } as const satisfies Record<
  ExportFormat | 'report',
  string
>;

export type FileKind = keyof typeof ENDINGS;

/** What a run's file is best called: a scenario's name may have in it what a file's may not. */
export const fileNameOf = (
  { scenario, id }: { readonly scenario: string; readonly id: string },
  kind: FileKind,
): string => `${scenario.replace(/[^\w.-]+/g, '-').slice(0, 80)}.${id}.${ENDINGS[kind]}`;
