import { useRef, type FocusEvent, type JSX } from 'react';
import { useStore } from 'zustand';
import { Hourglass } from 'lucide-react';
import { Breakable } from '../elements/breakable.tsx';
import { Button } from '../elements/button.tsx';
import { focusWithin } from '../shortcuts/next-panel.ts';
import { dismiss, type Progress } from '../state/notices.ts';
import { useBench } from '../state/use-bench.ts';
import { NoticeLine } from './notice-line.tsx';
import './notice-stack.css';

/** What happened out of sight. It has a place of its own, so that it lies over nothing. */
export function NoticeStack(): JSX.Element {
  const { notices: store } = useBench();
  const { notices, progress } = useStore(store);
  const frame = useRef<HTMLDivElement>(null);
  /** What had the focus before it came here. */
  const before = useRef<HTMLElement>(null);
  const onFocus = ({ relatedTarget, currentTarget }: FocusEvent): void => {
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
      before.current = relatedTarget;
  };
  const putAway = (id: number): void => {
    const line = document.activeElement?.closest('.notice');
    if (line && frame.current!.contains(line)) {
      const next = line.nextElementSibling ?? line.previousElementSibling;
      leadOn(next?.querySelector<HTMLElement>('button:last-child') ?? before.current);
    }
    dismiss(store, id);
  };
  return (
    <div ref={frame} className="notices" role="status" aria-label="Notices" onFocus={onFocus}>
      {notices.map((notice) => (
        <NoticeLine
          key={notice.id}
          notice={notice}
          onPutAway={() => {
            putAway(notice.id);
          }}
        />
      ))}
      {progress === undefined ? null : <ProgressLine progress={progress} />}
    </div>
  );
}

/** Gives `element` the focus, or, where it is gone by now, the first panel. */
function leadOn(element: HTMLElement | null): void {
  if (element?.isConnected === true) element.focus();
  else focusWithin(document.querySelector('.panel') ?? document.body);
}

function ProgressLine({ progress: { text, share, cancel } }: { readonly progress: Progress }): JSX.Element {
  return (
    <div className="notice">
      <Hourglass aria-hidden />
      <span>
        <Breakable name={text} />
      </span>
      <progress aria-label={text} max={1} {...(share === undefined ? {} : { value: share })} />
      <Button label="Cancel" onClick={cancel} />
    </div>
  );
}
