import { type JSX, memo, useContext, useMemo, useState } from 'react';
import clsx from 'clsx';
import { legible } from '../../../engine/model/index.ts';
import { Button } from '../button.tsx';
import { FindWords } from '../find-marks.ts';
import { formatCount } from '../format/numbers.ts';
import { JsonTree } from '../json/json-tree.tsx';
import { CodeText } from './code-text.tsx';
import { TerminalText } from './terminal-text.tsx';
import { excerptOf, textKind } from './text-kind.ts';
import styles from './rich-text.module.css';

interface OutputProps {
  readonly text: string;
  /** The language, where something else than the text tells it. */
  readonly language?: string | undefined;
  /** Whether only the first and last lines are shown. */
  readonly folded: boolean;
  readonly failed?: boolean;
}

const FOLDED = { first: 8, last: 3 }; // lines
const OPEN = { first: 300, last: 100 }; // lines; a longer text takes long to lay out
const LINE = 2_000; // characters, of a line among those of a fold

/** A long text, such as a call's result, shown as what it is: code, a diff, JSON, a terminal's output, an image, or else as it is. */
export const Output = memo(function Output({
  text,
  language,
  folded,
  failed = false,
}: OutputProps): JSX.Element {
  const [asked, setWhole] = useState(false);
  const kind = useMemo(() => textKind(text), [text]);
  const isFound = useIsFound(text) && !folded;
  const whole = asked || isFound;
  if (kind.kind === 'image') return <img src={kind.url} alt="Image" className={styles.image} />;
  if (kind.kind === 'json' && !folded && !isFound) return <JsonTree value={kind.value} label="JSON" />;
  const { first, last } = folded ? FOLDED : OPEN;
  const excerpt = whole && !folded ? undefined : excerptOf(text, first, last);
  const part = (piece: string): JSX.Element => {
    const shown = folded ? cutLines(piece) : piece;
    if (kind.kind === 'terminal') return <TerminalText text={shown} />;
    const known = kind.kind === 'code' ? kind.language : kind.kind === 'json' ? 'json' : language;
    return <CodeText text={shown} language={known} />;
  };
  const className = clsx(styles.block, 'mono', failed && styles.failed);
  if (excerpt === undefined) return <pre className={className}>{part(text.replace(/\n+$/, ''))}</pre>;
  const left = `${formatCount(excerpt.left)} more lines`;
  return (
    <pre className={className}>
      {part(excerpt.head)}
      {'\n'}
      {folded ? (
        <span className={styles.left}>…</span>
      ) : (
        <Button
          label={`Show ${left}`}
          onClick={() => {
            setWhole(true);
          }}
        />
      )}
      {'\n'}
      {part(excerpt.tail)}
    </pre>
  );
});

/** Whether a person looks for words in `text`. */
export function useIsFound(text: string): boolean {
  const words = useContext(FindWords);
  return words !== '' && text.toLowerCase().includes(words);
}

const cutLines = (text: string): string =>
  text.length <= LINE
    ? text
    : text
        .split('\n')
        .map((line) => (line.length > LINE ? `${line.slice(0, LINE)}…` : line))
        .join('\n');

/** One line of text in the font of code. */
export const CodeLine = ({ text }: { readonly text: string }): JSX.Element => (
  <code className={clsx(styles.line, 'mono')}>{legible(text)}</code>
);
