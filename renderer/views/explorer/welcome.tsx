import { FilePlus2, FolderOpen, Import, type LucideIcon, Play } from 'lucide-react';
import type { JSX, ReactNode } from 'react';
import styles from './welcome.module.css';

interface WelcomeViewProps {
  /** Whether a run can be started here. */
  readonly canRun: boolean;
  /** Folders that were opened before. */
  readonly recent: readonly string[];
  readonly onRunSample: () => void;
  readonly onNewScenario: () => void;
  readonly onImport: () => void;
  /** Opens a folder, or one that the person picks. */
  readonly onOpenFolder: (folder?: string) => void;
}

/** Where one begins while nothing is open: something to see at once, something of one's own, something one has. */
export function WelcomeView(props: WelcomeViewProps): JSX.Element {
  const { canRun, recent, onRunSample, onNewScenario, onImport, onOpenFolder } = props;
  return (
    <div className={styles.welcome}>
      <h2>Where to begin</h2>
      <div className={styles.cards}>
        <Card icon={Play} title="Run a sample" disabled={!canRun} onClick={onRunSample}>
          A small world, finished in seconds. Then drag the playhead and watch it rewind.
        </Card>
        <Card icon={FilePlus2} title="New scenario" onClick={onNewScenario}>
          Begin with a template, write what happens, press F5.
        </Card>
        <Card icon={Import} title="Open a trace" onClick={onImport}>
          A trace that ARE exported becomes a run to rewind and to question.
        </Card>
      </div>
      <p className={styles.folders}>
        <button
          type="button"
          onClick={() => {
            onOpenFolder();
          }}
        >
          <FolderOpen aria-hidden /> Open a folder of scenarios…
        </button>
        {recent.length === 0 ? null : <span>Recent:</span>}
        {recent.map((folder) => (
          <button
            key={folder}
            type="button"
            title={folder}
            onClick={() => {
              onOpenFolder(folder);
            }}
          >
            {folder.split(/[\\/]/).at(-1)}
          </button>
        ))}
      </p>
    </div>
  );
}

interface CardProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function Card({ icon: Icon, title, disabled = false, onClick, children }: CardProps): JSX.Element {
  return (
    <button type="button" className={styles.card} disabled={disabled} onClick={onClick}>
      <Icon aria-hidden />
      <span className={styles.title}>{title}</span>
      <span className={styles.cardText}>{children}</span>
    </button>
  );
}
