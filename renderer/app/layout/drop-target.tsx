import { Import } from 'lucide-react';
import { type JSX, useEffect, useState } from 'react';
import { importDropped } from '../../stores/import-export.ts';
import { useStores } from '../../stores/use-stores.ts';
import styles from './drop-target.module.css';

/** Imports runs and traces dropped anywhere on the window, and shows a hint while they hover over it. */
export function DropTarget(): JSX.Element | null {
  const stores = useStores();
  const [hovering, setHovering] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    // Capture the events, before the editor inserts the files as text.
    const options = { capture: true, signal: listening.signal };
    const withFiles =
      (react: (event: DragEvent, files: FileList) => void) =>
      (event: DragEvent): void => {
        if (event.dataTransfer?.types.includes('Files') !== true) return;
        event.preventDefault();
        event.stopPropagation();
        react(event, event.dataTransfer.files);
      };
    window.addEventListener(
      'dragover',
      withFiles(() => {
        setHovering(true);
      }),
      options,
    );
    window.addEventListener(
      'dragleave',
      withFiles(({ relatedTarget }) => {
        if (relatedTarget === null) setHovering(false);
      }),
      options,
    );
    window.addEventListener(
      'drop',
      withFiles((_event, files) => {
        setHovering(false);
        void importDropped(stores, [...files]);
      }),
      options,
    );
    return () => {
      listening.abort();
    };
  }, [stores]);

  if (!hovering) return null;
  return (
    <div className={styles.dropHere} role="status">
      <Import aria-hidden />
      <p>Drop runs and traces to import them</p>
    </div>
  );
}
