import { FilePlus2, FolderOpen, Import, type LucideIcon, Play, ShieldCheck } from 'lucide-react';
import type { JSX, ReactNode } from 'react';
import { legible } from '../../../engine/model/index.ts';
import styles from './welcome.module.css';

interface WelcomeViewProps {
  /** Whether a run can be started here. */
  readonly canRun: boolean;
  /** Whether the folder is not trusted, so that none of its code runs. */
  readonly untrusted: boolean;
  /** Recently opened folders. */
  readonly recent: readonly string[];
  readonly onRunSample: () => void;
  readonly onNewScenario: () => void;
  readonly onImport: () => void;
  readonly onTrust: () => void;
  /** Opens `folder`, or asks for one. */
  readonly onOpenFolder: (folder?: string) => void;
}

const STEPS: readonly (readonly [title: string, text: string])[] = [
  ['Run', 'Open a scenario and press F5. Each event becomes an entry of the log.'],
  ['Look', 'Drag the playhead on the timeline. Apps, log and details show that moment.'],
  ['Ask why', 'Read the verdict, branch with one thing changed, and compare the two runs.'],
];

const TERMS: readonly (readonly [term: string, text: string])[] = [
  [
    'Oracle',
    'What a perfect agent would do, as the scenario declares it. Choose Oracle as the agent to see it.',
  ],
  ['Milestone', 'What must come true before the time is up. The run fails if it does not.'],
  ['Minefield', 'What must never happen. The run fails at once if it does.'],
  ['Tick', 'One step of simulated time, usually a second. Checks run at each tick.'],
];

/** The first page while nothing is open: what Orrery is, a sample to run, and the basic terms. */
export function WelcomeView(props: WelcomeViewProps): JSX.Element {
  const { canRun, untrusted, recent, onRunSample, onNewScenario, onImport, onTrust, onOpenFolder } = props;
  return (
    <div className={styles.welcome}>
      <header>
        <h2>Welcome to Orrery</h2>
        <p>
          Orrery runs AI agents in simulated worlds, records every event, and shows why a run passed or
          failed.
        </p>
      </header>
      <div className={styles.cards}>
        {canRun ? (
          <Card icon={Play} title="Run a sample" onClick={onRunSample}>
            A small world, finished in seconds. Then drag the playhead.
          </Card>
        ) : null}
        {untrusted ? (
          <Card icon={ShieldCheck} title="Trust this folder" onClick={onTrust}>
            Its scenarios can run once you trust their code.
          </Card>
        ) : null}
        <Card icon={FilePlus2} title="New scenario" onClick={onNewScenario}>
          Start from a template, write what happens, press F5.
        </Card>
        <Card icon={Import} title="Open a trace" onClick={onImport}>
          Replay a run that ARE or another tool recorded.
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
            title={legible(folder)}
            onClick={() => {
              onOpenFolder(folder);
            }}
          >
            {folder.split(/[\\/]/).at(-1)}
          </button>
        ))}
      </p>
      <ol className={styles.steps} aria-label="Tour">
        {STEPS.map(([title, text]) => (
          <li key={title}>
            <strong>{title}</strong> {text}
          </li>
        ))}
      </ol>
      <dl className={styles.terms} aria-label="Glossary">
        {TERMS.map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

interface CardProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function Card({ icon: Icon, title, onClick, children }: CardProps): JSX.Element {
  return (
    <button type="button" className={styles.card} onClick={onClick}>
      <Icon aria-hidden />
      <span className={styles.title}>{title}</span>
      <span className={styles.cardText}>{children}</span>
    </button>
  );
}
