import { type JSX, useEffect, useRef } from 'react';
import { monaco, applyTheme, READ_ONLY_LANGUAGE } from './monaco.ts';
import styles from './editor.module.css';

/** Two texts of a scenario side by side, with the differences marked. */
export default function MonacoDiff({
  original,
  modified,
}: {
  readonly original: string;
  readonly modified: string;
}): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    applyTheme();
    const editor = monaco.editor.createDiffEditor(frame.current!, {
      readOnly: true,
      automaticLayout: true,
      fontFamily: "'JetBrains Mono Variable', monospace",
      fontSize: 12,
      minimap: { enabled: false },
      renderFinalNewline: 'on',
      renderOverviewRuler: false,
      diffWordWrap: 'on',
      scrollBeyondLastLine: false,
    });
    const models = [original, modified].map((text) => monaco.editor.createModel(text, READ_ONLY_LANGUAGE));
    editor.setModel({ original: models[0]!, modified: models[1]! });
    return () => {
      editor.dispose();
      for (const model of models) model.dispose();
    };
  }, [original, modified]);
  return <div ref={frame} className={styles.sourceDiff} />;
}
