import type { Problem } from '../../../engine/model/index.ts';
import { type DocumentsStore, edit, sameLines } from '../../stores/documents.ts';
import { type ProblemStore, setMarks } from '../../stores/problems.ts';
import { recheck, monaco, uriOf } from './monaco.ts';

/**
 * Keeps one Monaco model per loaded source in sync, in both directions, and tells of the marks of its type checker, until the
 * returned function is called.
 */
export function syncModels(documents: DocumentsStore, problems: ProblemStore): () => void {
  const models = new Map<string, monaco.editor.ITextModel>();
  const marking = monaco.editor.onDidChangeMarkers((changed) => {
    for (const [path, model] of models)
      if (changed.some((one) => one.path === model.uri.path)) tellMarks(problems, path, model);
  });

  const modelOf = (path: string, text: string): monaco.editor.ITextModel => {
    const known = models.get(path);
    if (known !== undefined) return known;
    const model = monaco.editor.createModel(text, 'typescript', uriOf(path));
    model.onDidChangeContent(() => {
      edit(documents, path, model.getValue());
    });
    models.set(path, model);
    return model;
  };

  const take = (): void => {
    const known = models.size;
    let isOther = false;
    for (const [path, { text }] of Object.entries(documents.getState().texts)) {
      const model = modelOf(path, text);
      // Typed text is already in the model; text changed on disk is not.
      if (sameLines(model.getValue(), text)) continue;
      model.setValue(text);
      // Monaco checks a source again only when that source itself changes.
      isOther ||= !model.isAttachedToEditor();
    }
    if (isOther || (known > 0 && models.size > known)) recheck();
  };
  take();
  const stop = documents.subscribe(take);
  return () => {
    stop();
    marking.dispose();
    for (const model of models.values()) model.dispose();
  };
}

/**
 * Tells of the marks in the source on show. Monaco checks no other source again, and an answer that comes after a source was left
 * would stay for ever: main finds the problems of those.
 */
function tellMarks(problems: ProblemStore, path: string, model: monaco.editor.ITextModel): void {
  const shown = model.isAttachedToEditor();
  const marks = (shown ? monaco.editor.getModelMarkers({ resource: model.uri, owner: 'typescript' }) : [])
    .filter(({ severity }) => severity >= monaco.MarkerSeverity.Warning)
    .map(({ severity, message, startLineNumber, startColumn }) => ({
      severity: severity === monaco.MarkerSeverity.Error ? ('error' as const) : ('warning' as const),
      message,
      place: { file: path, line: startLineNumber, column: startColumn },
    }));
  const before = problems.getState().marks[path] ?? [];
  if (marks.length + before.length > 0) setMarks(problems, path, marks);
}

const markerSeverities = {
  error: monaco.MarkerSeverity.Error,
  warning: monaco.MarkerSeverity.Warning,
  note: monaco.MarkerSeverity.Info,
} as const satisfies Record<Problem['severity'], monaco.MarkerSeverity>;

/** Underlines the problems that main found in the source at `path`, where the editor's type checker found none. */
export function markProblems(path: string, problems: readonly Problem[]): void {
  const model = monaco.editor.getModel(uriOf(path));
  if (model === null) return;
  const markers = problems.flatMap(({ place, message, severity }) => {
    if (place === undefined) return [];
    const word = model.getWordAtPosition({ lineNumber: place.line, column: place.column });
    return [
      {
        severity: markerSeverities[severity],
        message,
        startLineNumber: place.line,
        startColumn: place.column,
        endLineNumber: place.line,
        endColumn: word?.endColumn ?? place.column + 1,
      },
    ];
  });
  // Setting markers triggers this function again, so it must stop when they are the same.
  const before = monaco.editor.getModelMarkers({ resource: model.uri, owner: 'orrery' });
  if (!isSame(before, markers)) monaco.editor.setModelMarkers(model, 'orrery', markers);
}

const isSame = (
  before: readonly monaco.editor.IMarker[],
  now: readonly Pick<monaco.editor.IMarkerData, 'message' | 'startLineNumber' | 'startColumn'>[],
): boolean =>
  before.length === now.length &&
  now.every(({ message, startLineNumber, startColumn }) =>
    before.some(
      (marker) =>
        marker.message === message &&
        marker.startLineNumber === startLineNumber &&
        marker.startColumn === startColumn,
    ),
  );
