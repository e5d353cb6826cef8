import type { JSX } from 'react';
import { CircleCheck, Copy, GitCompareArrows } from 'lucide-react';
import type { Comparison } from '../../engine/model/index.ts';
import { Button } from '../elements/button.tsx';
import { formatEntries } from '../format/amount.ts';
import { copyText } from '../state/copy-text.ts';
import { useBench } from '../state/use-bench.ts';
import { VerdictsLine } from './verdicts.tsx';

/** Where two runs part, in one sentence to quote; it leads there. */
export function Divergence({ comparison }: { readonly comparison: Comparison }): JSX.Element {
  const bench = useBench();
  const { comparison: store } = bench;
  const { divergence, rows } = comparison;
  if (divergence === undefined)
    return (
      <p className="divergence none">
        <CircleCheck aria-hidden />
        <span>No difference: {formatEntries(rows.length)} are equal.</span>
      </p>
    );
  const { row, sentence } = divergence;
  return (
    <p className="divergence">
      <GitCompareArrows aria-hidden />
      <span className="divergence-words">
        <b>First divergence:</b> {sentence}
        <VerdictsLine />
      </span>
      {row < 0 ? null : (
        <Button
          label="Go there"
          onClick={() => {
            store.setState({ at: row });
          }}
        />
      )}
      <Button
        bare
        icon={Copy}
        label="Copy the sentence"
        onClick={() => {
          copyText(bench, sentence, 'Sentence');
        }}
      />
    </p>
  );
}
