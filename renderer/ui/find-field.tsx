import { Search } from 'lucide-react';
import type { JSX, ReactNode } from 'react';
import styles from './find-field.module.css';

interface FindFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Called on Enter, with `back` on Shift+Enter. */
  readonly onEnter?: (back: boolean) => void;
  /** Content at the end of the field, such as the number of matches. */
  readonly children?: ReactNode;
}

/** A field to search a panel for words. Escape clears it. */
export function FindField({
  label,
  placeholder,
  text,
  onText,
  onEnter,
  children,
}: FindFieldProps): JSX.Element {
  return (
    <div className={styles.field} role="search" aria-label={label}>
      <Search aria-hidden />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        spellCheck={false}
        value={text}
        onChange={({ target }) => {
          onText(target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onEnter?.(event.shiftKey);
          if (event.key !== 'Escape' || text === '') return;
          event.preventDefault();
          onText('');
        }}
      />
      {children}
    </div>
  );
}
