import { useEffect, type JSX } from 'react';
import { useStore } from 'zustand';
import { CircleCheck, TriangleAlert, X } from 'lucide-react';
import { Button } from '../elements/button.tsx';
import { dismiss, type Notice, type Progress } from '../state/notices.ts';
import { useBench } from '../state/use-bench.ts';
import './notice-stack.css';

const STAYS = 5000; // milliseconds; what went wrong stays until it is put away

/** What happened out of sight. */
export function NoticeStack(): JSX.Element {
  const { notices, progress } = useStore(useBench().notices);
  return (
    <div className="notices" role="status" aria-label="Notices">
      {notices.map((notice) => (
        <NoticeLine key={notice.id} notice={notice} />
      ))}
      {progress === undefined ? null : <ProgressLine progress={progress} />}
    </div>
  );
}

function ProgressLine({ progress: { text, share, cancel } }: { readonly progress: Progress }): JSX.Element {
  return (
    <div className="notice progress">
      <span>{text}</span>
      <progress aria-label={text} max={1} {...(share === undefined ? {} : { value: share })} />
      <Button label="Cancel" onClick={cancel} />
    </div>
  );
}

function NoticeLine({ notice: { id, tone, text, act } }: { readonly notice: Notice }): JSX.Element {
  const { notices } = useBench();
  useEffect(() => {
    if (tone === 'bad') return undefined;
    const timer = setTimeout(() => {
      dismiss(notices, id);
    }, STAYS);
    return () => {
      clearTimeout(timer);
    };
  }, [notices, id, tone]);
  return (
    <div className={`notice ${tone}`}>
      {tone === 'good' ? <CircleCheck aria-hidden /> : <TriangleAlert aria-hidden />}
      <span>{text}</span>
      {act === undefined ? null : (
        <Button
          label={act.label}
          onClick={() => {
            act.run();
            dismiss(notices, id);
          }}
        />
      )}
      <Button
        bare
        icon={X}
        label="Put away"
        onClick={() => {
          dismiss(notices, id);
        }}
      />
    </div>
  );
}
