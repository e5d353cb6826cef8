import { CircleCheck, Hourglass, Info, RefreshCw, TriangleAlert, X } from 'lucide-react';
import { type FocusEvent, type JSX, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import clsx from 'clsx';
import { dismiss, type Notice, type NoticeDetails, type Progress } from '../stores/notices.ts';
import { useStores } from '../stores/use-stores.ts';
import { Button } from '../ui/button.tsx';
import { focusWithin } from '../ui/focus.ts';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { Breakable } from '../ui/text.tsx';
import styles from './notice-stack.module.css';

/** Notes, errors and offers stay until dismissed. */
const NOTICE_MILLISECONDS = 5_000;

/** A notice with buttons stays for long enough to read and press one. */
const STAYS_WITH_ACTS = 15_000; // milliseconds

const ICONS = { good: CircleCheck, hint: Info, note: Info, bad: TriangleAlert, offer: RefreshCw } as const;

interface NoticeLineProps {
  readonly notice: Notice;
  readonly onDismiss: () => void;
}

/** One notice. It stays while it is hovered or focused. */
function NoticeLine({ notice: { id, tone, text, details, acts }, onDismiss }: NoticeLineProps): JSX.Element {
  const { notices } = useStores();
  const Icon = ICONS[tone];
  const [isOpen, setIsOpen] = useState(false);
  const [held, setHeld] = useState({ pointed: false, focused: false });
  const hasActs = acts.length > 0;
  const stays = (tone !== 'good' && tone !== 'hint') || held.pointed || held.focused;
  useEffect(() => {
    if (stays) return undefined;
    const timer = setTimeout(
      () => {
        dismiss(notices, id);
      },
      hasActs ? STAYS_WITH_ACTS : NOTICE_MILLISECONDS,
    );
    return () => {
      clearTimeout(timer);
    };
  }, [notices, id, stays, hasActs]);
  const hold = (part: Partial<typeof held>) => (): void => {
    setHeld((now) => ({ ...now, ...part }));
  };
  return (
    <div
      className={clsx(styles.notice, styles[tone])}
      onPointerEnter={hold({ pointed: true })}
      onPointerLeave={hold({ pointed: false })}
      onFocus={hold({ focused: true })}
      onBlur={hold({ focused: false })}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onDismiss();
      }}
    >
      <Icon aria-hidden />
      <span>
        <Breakable name={text} />
      </span>
      {details === undefined ? null : (
        <Button
          label="Show details"
          onClick={() => {
            setIsOpen(true);
          }}
        />
      )}
      {details === undefined || !isOpen ? null : (
        <Details
          {...details}
          onClose={() => {
            setIsOpen(false);
          }}
        />
      )}
      {acts.length === 0 ? null : (
        <div className={styles.acts}>
          {acts.map((act) => (
            <Button
              key={act.label}
              label={act.label}
              onClick={() => {
                act.run();
                onDismiss();
              }}
            />
          ))}
        </div>
      )}
      <Button bare icon={X} label="Dismiss" onClick={onDismiss} />
    </div>
  );
}

interface DetailsProps extends NoticeDetails {
  readonly onClose: () => void;
}

/** The details of a notice, with room to read many. */
const Details = ({ title, items, onClose }: DetailsProps): JSX.Element => (
  <Dialog label={title} className={styles.details} closeButton onClose={onClose}>
    <h2>{title}</h2>
    <dl>
      {items.map((item) => (
        <div key={item.title}>
          <dt>
            <Breakable name={item.title} />
          </dt>
          <dd>
            <Breakable name={item.text} />
          </dd>
        </div>
      ))}
    </dl>
  </Dialog>
);

/** The list of notices. It has its own area, below the explorer or else below the work, so that it covers nothing. */
export function NoticeStack(): JSX.Element {
  const { notices: store } = useStores();
  const { notices, progress } = useStore(store);
  const frame = useRef<HTMLDivElement>(null);
  const newest = notices.at(-1)?.id;
  const isWaiting = progress !== undefined;
  // Older ones are above.
  useEffect(() => {
    frame.current!.scrollTop = frame.current!.scrollHeight;
  }, [newest, isWaiting]);
  /** The element that had the focus before the notices. */
  const before = useRef<HTMLElement>(null);
  const onFocus = ({ relatedTarget, currentTarget }: FocusEvent): void => {
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
      before.current = relatedTarget;
  };
  const dismissLine = (id: number): void => {
    const line = document.activeElement?.closest(`.${styles.notice}`);
    if (line && frame.current!.contains(line)) {
      const next = line.nextElementSibling ?? line.previousElementSibling;
      focusOr(next?.querySelector<HTMLElement>(':scope > button') ?? before.current);
    }
    dismiss(store, id);
  };
  return (
    <div
      ref={frame}
      className={styles.notices}
      data-pane
      role="status"
      aria-label="Notices"
      onFocus={onFocus}
    >
      {notices.map((notice) => (
        <NoticeLine
          key={notice.id}
          notice={notice}
          onDismiss={() => {
            dismissLine(notice.id);
          }}
        />
      ))}
      {progress === undefined ? null : <ProgressLine progress={progress} />}
    </div>
  );
}

/** Focuses `element`, or the first panel if it is gone. */
function focusOr(element: HTMLElement | null): void {
  if (element?.isConnected === true) element.focus();
  else focusWithin(document.querySelector('section[data-pane]') ?? document.body);
}

function ProgressLine({ progress: { text, share, cancel } }: { readonly progress: Progress }): JSX.Element {
  return (
    <div className={styles.notice}>
      <Hourglass aria-hidden />
      <span>
        <Breakable name={text} />
      </span>
      <progress aria-label={text} max={1} {...(share === undefined ? {} : { value: share })} />
      <Button label="Cancel" onClick={cancel} />
    </div>
  );
}
