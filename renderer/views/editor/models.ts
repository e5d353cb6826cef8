import type { Problem } from '../../../engine/model/index.ts';
import { type DocumentsStore, edit, sameLines } from '../../stores/documents.ts';
import { recheck, monaco, uriOf } from './monaco.ts';

/** Keeps one Monaco model per loaded source in sync, in both directions, until the returned function is called. */
export function syncModels(documents: DocumentsStore): () => void {
  const models = new Map<string, monaco.editor.ITextModel>();

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
    for (const [path, { text }] of Object.entries(documents.getState().texts)) {
      const model = modelOf(path, text);
      // Typed text is already in the model; text changed on disk is not.
      if (!sameLines(model.getValue(), text)) model.setValue(text);
    }
    if (known > 0 && models.size > known) recheck();
  };
  take();
  const stop = documents.subscribe(take);
  return () => {
    stop();
    for (const model of models.values()) model.dispose();
  };
}

const markerSeverities = {
  error: monaco.MarkerSeverity.Error,
  warning: monaco.MarkerSeverity.Warning,
  note: monaco.MarkerSeverity.Info,
} as const satisfies Record<Problem['severity'], monaco.MarkerSeverity>;

/** Underlines the problems that main found in the source at `path`. */
export function markProblems(path: string, problems: readonly Problem[]): void {
  const model = monaco.editor.getModel(uriOf(path));
  if (model === null) return;
  // Lines with a marker of the editor's own type checker need no second one.
  const own = monaco.editor.getModelMarkers({ resource: model.uri, owner: 'typescript' });
  const known = new Set(own.map(({ startLineNumber }) => startLineNumber));
  const markers = problems.flatMap(({ place, message, severity }) => {
    if (place?.file !== path || known.has(place.line)) return [];
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
