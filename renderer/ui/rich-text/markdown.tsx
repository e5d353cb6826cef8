import { Component, type JSX, memo, type ReactNode } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { legible } from '../../../engine/model/index.ts';
import { CodeText } from './code-text.tsx';
import { isImageUrl } from './text-kind.ts';
import styles from './rich-text.module.css';

/** A longer text is shown as it is. */
const MAX_LENGTH = 30_000; // characters

/** Quotes and lists within each other beyond any that a person writes: the parser recurses into each. */
const TOO_DEEP = /^(?:[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t])){24}/m;
/** The parser compares each mark with those before. */
const MAX_MARKS = 1_500;

function isSimple(text: string): boolean {
  if (text.length > MAX_LENGTH || TOO_DEEP.test(text)) return false;
  let marks = 0;
  for (const _mark of text.matchAll(/[*_~`[<]/g)) marks += 1;
  return marks <= MAX_MARKS;
}

const LANGUAGE = /^language-(\S+)$/;

const textIn = (children: ReactNode): string =>
  typeof children === 'string' ? children : Array.isArray(children) ? children.map(textIn).join('') : '';

/** Links lead nowhere and nothing is fetched: addresses are shown, and images only if they are in the text itself. */
const COMPONENTS: Components = {
  a: ({ href, children }) => (
    <span className={styles.link} title={href}>
      {children}
    </span>
  ),
  img: ({ src, alt = '' }) =>
    typeof src === 'string' && isImageUrl(src) ? (
      <img src={src} alt={alt} className={styles.image} />
    ) : (
      <span className={styles.link} title={typeof src === 'string' ? src : undefined}>
        {alt === '' ? '[image]' : `[image: ${alt}]`}
      </span>
    ),
  pre: ({ children }) => <pre className={styles.block}>{children}</pre>,
  code: ({ className, children }) => {
    const text = textIn(children);
    const language = LANGUAGE.exec(className ?? '')?.[1];
    return text.includes('\n') || language !== undefined ? (
      <code className="mono">
        <CodeText text={text.replace(/\n$/, '')} language={language} />
      </code>
    ) : (
      <code className="mono">{text}</code>
    );
  },
  table: ({ children }) => (
    <div className={styles.table}>
      <table>{children}</table>
    </div>
  ),
};

const PLUGINS = [remarkGfm];

/** Keeps the addresses of images that are in the text; all others are shown, and never used. */
const keepAddress = (url: string): string => url;

interface MarkdownProps {
  readonly text: string;
}

/**
 * A text in Markdown. HTML in it is shown as text, links lead nowhere and nothing is fetched, so that a text by strangers can do
 * nothing.
 */
export const Markdown = memo(function Markdown({ text }: MarkdownProps): JSX.Element {
  const plain = <p>{legible(text)}</p>;
  return (
    <div className={styles.markdown}>
      {isSimple(text) ? (
        <OrElse key={text} instead={plain}>
          <ReactMarkdown components={COMPONENTS} remarkPlugins={PLUGINS} urlTransform={keepAddress}>
            {legible(text)}
          </ReactMarkdown>
        </OrElse>
      ) : (
        plain
      )}
    </div>
  );
});

interface OrElseProps {
  readonly instead: JSX.Element;
  readonly children: ReactNode;
}

/** Shows something else where its children cannot be drawn. */
class OrElse extends Component<OrElseProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}
