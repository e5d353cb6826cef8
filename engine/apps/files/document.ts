import { refuse, ToolError } from '../tool.ts';
import { contentAt } from './content.ts';
import type { FileState } from './file-tree.ts';
import { readHtml } from './html.ts';
import { namesOf, pathOf } from './path.ts';

/** Formats that are no text, even where their bytes happen to be. */
const BINARY = /\.(?:pdf|docx?|xlsx?|pptx?|odt|ods|odp|epub|zip)$/i;
const HTML = /\.html?$/i;

/**
 * The first `most` lines of the document at `path`, as text; all where that is null, or below 1.
 *
 * @throws {ToolError} `FileNotFoundError` saying why, when it cannot be read, is empty or is no text.
 */
export function readDocument(state: FileState, path: string, most: number | null): string {
  try {
    return firstLines(documentAt(state, path), most);
  } catch (thrown) {
    if (thrown instanceof ToolError) refuse('FileNotFoundError', thrown.message);
    throw thrown;
  }
}

function documentAt(state: FileState, path: string): string {
  const names = namesOf(path);
  const { name, text } = contentAt(state, names);
  const where = pathOf(names);
  if (text === undefined || BINARY.test(name)) return refuse('ValueError', `found no text in "${where}"`);
  if (text.trim() === '') return refuse('ValueError', `found nothing in "${where}"`);
  if (!HTML.test(name)) return text;
  const page = readHtml(text);
  return page.title === '' ? page.text : `# ${page.title}\n\n${page.text}`;
}

function firstLines(text: string, most: number | null): string {
  const lines = text.split('\n');
  if (most === null || most < 1 || lines.length <= most) return text;
  return `${lines.slice(0, most).join('\n')}\n\n[Document truncated. Showing ${most} of ${lines.length} lines]`;
}
