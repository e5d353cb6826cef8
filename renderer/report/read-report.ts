import type { Report } from '../../preload/contract.ts';

/** What the page brings along: gzipped JSON in base64. The program that wrote the page wrote it, too. */
export async function readReport(base64: string): Promise<Report> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const text = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return (await new Response(text).json()) as Report;
}
