import { OrreryError } from '../../../engine/index.ts';
import { openDatabase } from '../database/index.ts';
import { answerParent } from '../workers/index.ts';
import { importTraceFile, importTraceText } from './import-file.ts';
import type { ImportAnswer, ImportRequest } from './imports.ts';

answerParent<ImportRequest, ImportAnswer>(async (request, tell) => {
  tell(await imported(request, tell));
});

/** How it went, once the database is closed again: this process is then ended. */
async function imported(
  { database, source }: ImportRequest,
  tell: (answer: ImportAnswer) => void,
): Promise<ImportAnswer> {
  try {
    using open = openDatabase(database);
    const onWritten = (written: number, all: number): void => {
      tell({ kind: 'progress', share: written / all });
    };
    const run =
      'file' in source
        ? await importTraceFile(open.store, source.file, onWritten)
        : importTraceText(open.store, source.text, source.name, onWritten);
    return { kind: 'done', run };
  } catch (thrown) {
    if (!(thrown instanceof OrreryError)) throw thrown;
    return { kind: 'refused', code: thrown.code, message: thrown.message };
  }
}
