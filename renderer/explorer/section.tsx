import { Children, useId, useState, type JSX, type ReactNode } from 'react';
import { ChevronDown, ChevronRight } from 'lucide-react';

interface SectionProps {
  readonly title: string;
  readonly count: number;
  /** What to do while there is nothing here. */
  readonly empty: string;
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

/** A part of the explorer that folds. */
export function Section({ title, count, empty, tools, children }: SectionProps): JSX.Element {
  const [open, setOpen] = useState(true);
  const list = useId();
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <section className="section">
      <div className="section-head">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open && count > 0 ? list : undefined}
          onClick={() => {
            setOpen(!open);
          }}
        >
          <Chevron aria-hidden />
          <h2>{title}</h2>
          {count === 0 ? null : <span className="section-count number">{count}</span>}
        </button>
        {tools}
      </div>
      {!open ? null : count === 0 ? (
        <p className="section-empty">{empty}</p>
      ) : (
        <ul id={list} aria-label={title}>
          {Children.map(children, (child) => (
            <li>{child}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
