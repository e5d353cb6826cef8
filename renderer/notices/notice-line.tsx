import { useEffect, useState, type JSX } from 'react';
import { CircleCheck, TriangleAlert, X } from 'lucide-react';
import { Breakable } from '../elements/breakable.tsx';
import { Button } from '../elements/button.tsx';
import { dismiss, type Notice } from '../state/notices.ts';
import { useBench } from '../state/use-bench.ts';

const STAYS = 5000; // milliseconds; what went wrong stays until it is put away

interface NoticeLineProps {
  readonly notice: Notice;
  readonly onPutAway: () => void;
}

/** One notice. While it is pointed at, or has the focus, it stays. */
export function NoticeLine({ notice: { id, tone, text, act }, onPutAway }: NoticeLineProps): JSX.Element {
  const { notices } = useBench();
  const [held, setHeld] = useState({ pointed: false, focused: false });
  const stays = tone === 'bad' || held.pointed || held.focused;
  useEffect(() => {
    if (stays) return undefined;
    const timer = setTimeout(() => {
      dismiss(notices, id);
    }, STAYS);
    return () => {
      clearTimeout(timer);
    };
  }, [notices, id, stays]);
  const hold = (part: Partial<typeof held>) => (): void => {
    setHeld((now) => ({ ...now, ...part }));
  };
  return (
    <div
      className={`notice ${tone}`}
      onPointerEnter={hold({ pointed: true })}
      onPointerLeave={hold({ pointed: false })}
      onFocus={hold({ focused: true })}
      onBlur={hold({ focused: false })}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onPutAway();
      }}
    >
      {tone === 'good' ? <CircleCheck aria-hidden /> : <TriangleAlert aria-hidden />}
      <span>
        <Breakable name={text} />
      </span>
      {act === undefined ? null : (
        <Button
          label={act.label}
          onClick={() => {
            act.run();
            onPutAway();
          }}
        />
      )}
      <Button bare icon={X} label="Put away" onClick={onPutAway} />
    </div>
  );
}
