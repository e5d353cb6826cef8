import { common, createLowlight } from 'lowlight';
import { type JSX, memo, type ReactNode } from 'react';
import { legible } from '../../../engine/model/index.ts';

const highlighter = createLowlight(common);

/** A longer text has no colours: the highlighter takes long for it. */
const MAX_LENGTH = 40_000; // characters

type Coloured = ReturnType<typeof highlighter.highlight>['children'];

const spansOf = (nodes: Coloured): readonly ReactNode[] =>
  nodes.map((node, index) => {
    if (node.type === 'text') return node.value;
    if (node.type !== 'element') return null;
    const { className } = node.properties;
    return (
      <span key={index} className={Array.isArray(className) ? className.join(' ') : undefined}>
        {spansOf(node.children)}
      </span>
    );
  });

interface CodeTextProps {
  readonly text: string;
  /** The name of a language, such as `python`; another word is ignored. */
  readonly language: string | undefined;
}

/** Source code in the colours of its language. */
export const CodeText = memo(function CodeText({ text, language }: CodeTextProps): JSX.Element {
  const shown = legible(text);
  if (language === undefined || shown.length > MAX_LENGTH || !highlighter.registered(language))
    return <>{shown}</>;
  return <>{spansOf(highlighter.highlight(language, shown).children)}</>;
});
