import { Gavel } from 'lucide-react';
import { type JSX, useMemo } from 'react';
import { useStore } from 'zustand';
import type { KeptJudgement, RunSummary } from '../../../engine/model/index.ts';
import { judgeRuns } from '../../stores/library.ts';
import { placeOf } from '../../stores/plan.ts';
import { seek } from '../../stores/selection.ts';
import { useAnswer, usePosition, useStores } from '../../stores/use-stores.ts';
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../../ui/format/numbers.ts';
import { VERDICT_WORDS } from '../../ui/format/words.ts';
import { Message } from '../../ui/messages.tsx';
import { PlaceLink } from '../links/index.ts';
import { Evidence } from './evidence.tsx';
import styles from './parts.module.css';

/** What the judge said of a run, with its evidence, and a way to judge it again. */
export function JudgeSection({ run }: { readonly run: RunSummary }): JSX.Element | null {
  const stores = useStores();
  const at = usePosition();
  const places = useStore(stores.places, (known) => known.places);
  const isJudging = useStore(stores.library, ({ judging }) => judging);
  const { id, state, verdict } = run;
  const isOver = state !== 'running' && state !== 'paused';
  const since = `${state} ${verdict?.outcome ?? ''} ${verdict?.judge?.sentence ?? ''}`;
  const answered = useAnswer('inspect.judgement', isOver ? { run: id } : undefined, since);
  const text = answered?.request.run === id && answered.reply.ok ? answered.reply.value : null;
  const judgement = useMemo(() => (text === null ? undefined : (JSON.parse(text) as KeptJudgement)), [text]);
  if (!isOver || answered?.request.run !== id) return null;
  return (
    <section className={styles.section} aria-label="Judge">
      <header className={styles.judgeHead}>
        <h3>Judge</h3>
        {judgement === undefined ? null : <span className={styles.soft}>{countsText(judgement)}</span>}
        <Button
          icon={Gavel}
          label={judgement === undefined ? 'Judge' : 'Judge again'}
          disabled={isJudging}
          onClick={() => void judgeRuns(stores, [id])}
        />
      </header>
      {answered.reply.ok ? null : <Message text={answered.reply.error.message} />}
      {judgement === undefined ? (
        <p className={styles.soft}>{verdict?.judge?.sentence ?? 'The judge has not looked at this run.'}</p>
      ) : (
        <>
          {judgement.sentence === verdict?.sentence ? null : (
            <p>{`${VERDICT_WORDS[judgement.outcome]}: ${judgement.sentence}`}</p>
          )}
          <Evidence
            evidence={judgement.evidence}
            start={run.start}
            at={at}
            onSeek={(entry) => {
              seek(stores.selection, entry, stores.log.getState().rows.length);
            }}
            place={(event) => (
              <span>
                <PlaceLink place={placeOf(places, event)} />
              </span>
            )}
          />
        </>
      )}
    </section>
  );
}

/** `5 of 7 events matched, 2 extra calls`. */
function countsText({ evidence: { oracle, extra } }: KeptJudgement): string {
  const matched = oracle.filter(({ status }) => status === 'matched').length;
  const more =
    extra.length === 0 ? '' : `, ${formatCount(extra.length)} extra ${extra.length === 1 ? 'call' : 'calls'}`;
  return `${formatCount(matched)} of ${formatCount(oracle.length)} events matched${more}`;
}
