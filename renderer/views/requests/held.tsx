import clsx from 'clsx';
import { Pencil, StepForward } from 'lucide-react';
import { type JSX, type ReactNode, useState } from 'react';
import type { ModelAnswer, ModelRequest } from '../../../engine/model/index.ts';
import type { RequestView as Request } from '../../../preload/contract.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/messages.tsx';
import { answerProblem, toolsIn } from './amend.ts';
import { AnswerFields } from './amend-form.tsx';
import { RequestTabs, RequestView } from './request.tsx';
import formStyles from '../../ui/form.module.css';
import styles from './request.module.css';

type Answer = Pick<ModelAnswer, 'text' | 'calls'>;

interface HeldViewProps {
  readonly request: ModelRequest;
  /** The request with its answer, if it came. */
  readonly exchange: Request | undefined;
  /** A form to write to the agent. */
  readonly messageForm: ReactNode;
  /** Goes on to the answer, or to the next request. */
  readonly onStep: () => void;
  /** Puts another answer in the place of the model's. Returns whether it was. */
  readonly onAnswer: (answer: Answer) => Promise<boolean>;
}

/** A request to a model, or the answer to it, that waits for the person. */
export function HeldView({ request, exchange, messageForm, onStep, onAnswer }: HeldViewProps): JSX.Element {
  const [draft, setDraft] = useState<Answer>();
  const problem = draft && answerProblem(draft);
  return (
    <section className={styles.held} aria-label="Waiting for you">
      <header>
        <p>
          {exchange === undefined
            ? 'The model has not been asked yet. This is the request.'
            : 'The model has answered. Nothing of it is carried out yet.'}
        </p>
        {exchange === undefined || draft !== undefined ? null : (
          <Button
            icon={Pencil}
            label="Edit answer"
            onClick={() => {
              setDraft({ text: exchange.answer?.text ?? '', calls: exchange.answer?.calls ?? [] });
            }}
          />
        )}
        {draft === undefined ? (
          <Button
            icon={StepForward}
            tone="primary"
            label={exchange === undefined ? 'Ask the model' : 'Carry out'}
            command="run.request"
            onClick={onStep}
          />
        ) : null}
      </header>
      {draft === undefined ? null : (
        <form
          className={clsx(formStyles.form, styles.form)}
          aria-label="Edit answer"
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            setDraft(undefined);
          }}
          onSubmit={(event) => {
            event.preventDefault();
            if (problem === undefined) void onAnswer(draft);
          }}
        >
          <AnswerFields
            tools={exchange === undefined ? [] : [...toolsIn(exchange).keys()]}
            answer={draft}
            onAnswer={setDraft}
          />
          {problem === undefined ? null : <Message text={problem} />}
          <div className={formStyles.buttons}>
            <Button
              label="Cancel"
              onClick={() => {
                setDraft(undefined);
              }}
            />
            <Button type="submit" tone="primary" label="Replace answer" disabled={problem !== undefined} />
          </div>
        </form>
      )}
      {exchange === undefined ? <RequestTabs request={request} /> : <RequestView request={exchange} />}
      {messageForm}
    </section>
  );
}
