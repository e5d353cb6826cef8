import { FileDiff, FileJson2, FileX2 } from 'lucide-react';
import { type JSX, lazy, type ReactNode, Suspense } from 'react';
import clsx from 'clsx';
import { type RunSummary, sourceKind } from '../../../engine/model/index.ts';
import type { CallProblem } from '../../../preload/contract.ts';
import { Button } from '../../ui/button.tsx';
import { Banner, Empty, Message } from '../../ui/messages.tsx';
import styles from './editor.module.css';
import bannerStyles from '../../ui/banner.module.css';

interface DeletedBannerViewProps {
  readonly path: string;
  /** The new file with the same content, if there is one. */
  readonly to: string | undefined;
  readonly dirty: boolean;
  /** Continues editing in another file. */
  readonly onMove: (to: string) => void;
  readonly onSave: () => void;
  readonly onClose: () => void;
}

/** Says that a file was deleted while its text was open, and offers what to do with the text. */
export function DeletedBannerView(props: DeletedBannerViewProps): JSX.Element {
  const { path, to, dirty, onMove, onSave, onClose } = props;
  return (
    <Banner icon={FileX2} tone="warn" label="File deleted" role="status">
      <p className={bannerStyles.words}>
        <strong>{path} was deleted.</strong>{' '}
        {to === undefined
          ? 'Another program deleted or renamed it. Its text is still here.'
          : `${to} has the same content.${dirty ? ' Your unsaved changes move there.' : ''}`}
      </p>
      {to === undefined ? null : (
        <Button
          label={`Continue in ${to.split('/').at(-1)!}`}
          onClick={() => {
            onMove(to);
          }}
        />
      )}
      <Button label="Save again" onClick={onSave} />
      <Button label={dirty ? 'Close and discard' : 'Close'} onClick={onClose} />
    </Banner>
  );
}

interface ChangedBannerViewProps {
  readonly path: string;
  readonly comparing: boolean;
  readonly onCompare: () => void;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
}

/** Says that another program changed a file with unsaved edits, and asks which text to keep. */
export function ChangedBannerView(props: ChangedBannerViewProps): JSX.Element {
  const { path, comparing, onCompare, onKeepMine, onTakeTheirs } = props;
  return (
    <Banner icon={FileDiff} tone="warn" label="File changed" role="status">
      <p className={bannerStyles.words}>
        <strong>{path} was changed by another program</strong> while you edited it. Both texts are kept until
        you choose.
      </p>
      <Button label={comparing ? 'Hide comparison' : 'Compare'} onClick={onCompare} />
      <Button label="Keep mine" title="Replace the file with your text" onClick={onKeepMine} />
      <Button label="Take theirs" title="Discard your edits and load the file" onClick={onTakeTheirs} />
    </Banner>
  );
}

const MonacoDiff = lazy(() => import('./monaco-diff.tsx'));

interface EditorViewProps {
  /** The path of the open file. */
  readonly open: string | undefined;
  readonly problem: CallProblem | undefined;
  /** The shown run. */
  readonly run: Pick<RunSummary, 'mode' | 'source'> | undefined;
  readonly onClose: () => void;
  /** Shown while no file is open. */
  readonly welcome: ReactNode;
  /** The text on disk and the edited text, while they are compared. */
  readonly compared: { readonly theirs: string; readonly mine: string } | undefined;
  /** A banner about the file, if any. */
  readonly banner: ReactNode;
  /** The text editor; may take long to load. */
  readonly pane: ReactNode;
}

/** The source of a scenario, or why there is none. */
export function EditorView(props: EditorViewProps): JSX.Element {
  const { open, problem, run, onClose, welcome, compared, banner, pane } = props;
  if (open === undefined && run !== undefined && sourceKind(run) === 'trace')
    return (
      <Empty icon={FileJson2} title="A trace has no source">
        See its events under Graph and its apps under Apps.
      </Empty>
    );
  if (open === undefined && run !== undefined)
    return (
      <Empty icon={FileX2} title={`${run.source} is not in this workspace`}>
        You can still view its run.
      </Empty>
    );
  if (open === undefined) return <>{welcome}</>;
  if (problem?.code === 'no-such-file')
    return (
      <Empty icon={FileX2} title={`${open} not found`}>
        It was deleted or renamed.
        <br />
        <Button label="Close" onClick={onClose} />
      </Empty>
    );
  if (problem !== undefined) return <Message text={problem.message} />;
  return (
    <div className={styles.sourceEditor}>
      {banner}
      <Suspense fallback={null}>
        {compared === undefined ? null : (
          <div className={styles.comparison}>
            <p className={styles.sides}>− On disk, + yours</p>
            <div className={styles.comparisonBody}>
              <MonacoDiff original={compared.theirs} modified={compared.mine} />
            </div>
          </div>
        )}
        {/* Stays mounted below a comparison, to keep its cursor and undo history. */}
        <div className={clsx(styles.pane, compared !== undefined && styles.hidden)}>{pane}</div>
      </Suspense>
    </div>
  );
}
