import type { JSX, ReactNode } from 'react';
import type { LogEntry } from '../../../engine/model/index.ts';
import { LongText } from '../../ui/text.tsx';
import { Fact } from './facts.tsx';
import styles from './inspector.module.css';

/** What a check looked at and came to, and what watching validations made of an action. */
export function Checks({ entry }: { readonly entry: LogEntry }): JSX.Element | null {
  switch (entry.kind) {
    case 'condition':
    case 'validation':
      return (
        <Part title="Check">
          {entry.kind === 'condition' ? (
            <Fact name="Name">
              <LongText text={entry.name} />
            </Fact>
          ) : null}
          <Fact name="Attempt">{entry.attempt}</Fact>
          <Fact name="Verdict">{entry.verdict}</Fact>
          {entry.kind === 'validation' ? <Goals {...entry} /> : null}
        </Part>
      );
    case 'agent-validation':
      return (
        <Part title="Begins to watch">
          <Names name="Milestones" names={entry.milestones} />
          <Names name="Minefields" names={entry.minefields} />
          {entry.timeout === undefined ? null : <Fact name="Timeout">{entry.timeout}</Fact>}
        </Part>
      );
    case 'stop':
      return null;
    case 'agent':
    case 'user':
    case 'environment':
      return (
        <>
          {entry.observations?.map((watched) => (
            <Part key={watched.validation} title={`Watched by ${watched.validation}`}>
              <Fact name="Verdict">{watched.verdict + (watched.late ? ', too late' : '')}</Fact>
              <Goals {...watched} />
              {watched.error === undefined ? null : (
                <Fact name="Error">
                  <LongText text={`${watched.error.type}: ${watched.error.message}`} />
                </Fact>
              )}
            </Part>
          ))}
        </>
      );
  }
}

interface GoalsProps {
  readonly achieved: readonly string[];
  readonly open: readonly string[];
  readonly tripped: readonly string[];
}

function Goals({ achieved, open, tripped }: GoalsProps): JSX.Element {
  return (
    <>
      <Names name="Achieved" names={achieved} />
      <Names name="Open" names={open} />
      <Names name="Stepped on" names={tripped} />
    </>
  );
}

function Names({
  name,
  names,
}: {
  readonly name: string;
  readonly names: readonly string[];
}): JSX.Element | null {
  if (names.length === 0) return null;
  return (
    <Fact name={name}>
      <LongText text={names.join('\n')} />
    </Fact>
  );
}

interface PartProps {
  readonly title: string;
  readonly children: ReactNode;
}

function Part({ title, children }: PartProps): JSX.Element {
  return (
    <section className={styles.part}>
      <h3>{title}</h3>
      <dl className={styles.facts}>{children}</dl>
    </section>
  );
}
