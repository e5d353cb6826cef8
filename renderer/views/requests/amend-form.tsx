import { type JSX, useId, useState } from 'react';
import { Plus, Trash2 } from 'lucide-react';
import type { JsonObject, ModelAnswer, ModelCall } from '../../../engine/model/index.ts';
import type { KeptModel, RequestView } from '../../../preload/contract.ts';
import { LIMITS } from '../../../preload/limits.ts';
import { Button } from '../../ui/button.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { Select } from '../../ui/select.tsx';
import {
  AMENDMENTS,
  type AmendmentForm,
  type AmendmentKind,
  amendmentOf,
  changeIn,
  contentText,
  type RequestChange,
  timesIn,
  toolsIn,
} from './amend.ts';
import styles from './request.module.css';

interface AmendFormProps {
  readonly request: RequestView;
  /** The parameters of the run's model. */
  readonly parameters: JsonObject;
  /** The models of the workspace, with their labels. */
  readonly models: readonly KeptModel[];
  readonly labels: readonly string[];
  /** What changes at first. */
  readonly kind: AmendmentKind;
  /** Starts the branches. Returns whether they started. */
  readonly onBranch: (change: RequestChange, times: number) => Promise<boolean>;
  readonly onDone: () => void;
}

const USUAL_TIMES = '5';

/** A form for what changes at a request to a model, from which on the model is asked again in branches. */
export function AmendForm(props: AmendFormProps): JSX.Element {
  const { request, parameters, models, labels, kind, onBranch, onDone } = props;
  const begin = (chosen: AmendmentKind, times: string): AmendmentForm =>
    amendmentOf(chosen, request, parameters, times);
  const [draft, setDraft] = useState(() => begin(kind, kind === 'nothing' ? USUAL_TIMES : '1'));
  const change = changeIn(draft, request, models);
  const times = timesIn(draft);
  const problem =
    typeof change === 'string'
      ? change
      : times === undefined
        ? `The number of branches is from 1 to ${LIMITS.askedAgain}.`
        : undefined;
  return (
    <ChangeForm
      label={`Change request ${request.nth} in a branch`}
      className={styles.form}
      kind={draft.kind}
      kinds={KINDS}
      onKind={(chosen) => {
        setDraft(begin(chosen, draft.times));
      }}
      problem={problem}
      note={
        draft.kind === 'answer'
          ? 'Everything before this request is repeated from the record, and this answer is carried out.'
          : 'Everything before this request is repeated from the record. From here on the model is asked.'
      }
      submitLabel={times === undefined || times === 1 ? 'Run branch' : `Run ${times} branches`}
      canSubmit
      onSubmit={() =>
        typeof change === 'string' || times === undefined ? Promise.resolve(false) : onBranch(change, times)
      }
      onDone={onDone}
    >
      <Fields {...{ request, parameters, labels, draft }} onDraft={setDraft} />
      {draft.kind === 'answer' ? null : (
        <TextField
          label="Branches"
          inputMode="numeric"
          value={draft.times}
          onChange={(times) => {
            setDraft({ ...draft, times });
          }}
        />
      )}
    </ChangeForm>
  );
}

const KINDS = Object.entries(AMENDMENTS).map(([value, label]) => ({ value: value as AmendmentKind, label }));

interface FieldsProps extends Pick<AmendFormProps, 'request' | 'parameters' | 'labels'> {
  readonly draft: AmendmentForm;
  readonly onDraft: (draft: AmendmentForm) => void;
}

/** The fields of a kind of change. */
function Fields({ request, parameters, labels, draft, onDraft }: FieldsProps): JSX.Element | null {
  const tools = toolsIn(request);
  const { messages } = request.request;
  const text = (label: string): JSX.Element => (
    <TextArea
      label={label}
      value={draft.text}
      onChange={(typed) => {
        onDraft({ ...draft, text: typed });
      }}
    />
  );
  switch (draft.kind) {
    case 'nothing':
      return null;
    case 'answer':
      return (
        <AnswerFields
          tools={[...tools.keys()]}
          answer={draft}
          onAnswer={(answer) => {
            onDraft({ ...draft, ...answer });
          }}
        />
      );
    case 'message':
      return (
        <>
          <div>
            <span aria-hidden>Message</span>
            <Select
              label="Message"
              value={draft.place}
              options={messages.map((message, index) => ({
                value: index,
                label: `${index + 1} ${roleOf(message)}: ${contentText(message).slice(0, MAX_LABEL)}`,
              }))}
              onChoose={(place) => {
                onDraft({ ...draft, place, text: contentText(messages[place]) });
              }}
            />
          </div>
          {text('Content')}
        </>
      );
    case 'system':
      return text('System prompt');
    case 'tool':
      return (
        <>
          <div>
            <span aria-hidden>Tool</span>
            <Select
              label="Tool"
              value={draft.name}
              options={[...tools.keys()].map((name) => ({ value: name, label: name }))}
              onChoose={(name) => {
                onDraft({ ...draft, name, text: tools.get(name) ?? '' });
              }}
            />
          </div>
          {text('Description')}
        </>
      );
    case 'parameter':
      return (
        <>
          <TextField
            label="Parameter"
            known={Object.keys(parameters)}
            value={draft.name}
            onChange={(name) => {
              onDraft({ ...draft, name });
            }}
          />
          {text('Value, as JSON or plain text; empty leaves it out')}
        </>
      );
    case 'model':
      return (
        <div>
          <span aria-hidden>Model</span>
          <Select
            label="Model"
            value={draft.model}
            options={labels.map((label, index) => ({ value: index, label }))}
            onChoose={(model) => {
              onDraft({ ...draft, model });
            }}
          />
        </div>
      );
  }
}

const MAX_LABEL = 60; // characters

const roleOf = (message: JsonObject): string => {
  const { role } = message;
  return typeof role === 'string' ? role : 'message';
};

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly inputMode?: 'numeric';
  /** Values to choose from. */
  readonly known?: readonly string[];
  readonly onChange: (value: string) => void;
}

function TextField({ label, value, inputMode, known = [], onChange }: TextFieldProps): JSX.Element {
  const list = useId();
  return (
    <label>
      <span>{label}</span>
      <input
        className="text-field"
        aria-label={label}
        inputMode={inputMode}
        list={list}
        spellCheck={false}
        value={value}
        onChange={({ target }) => {
          onChange(target.value);
        }}
      />
      <datalist id={list}>
        {known.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </label>
  );
}

interface TextAreaProps {
  readonly label: string;
  readonly value: string;
  readonly rows?: number;
  readonly onChange: (value: string) => void;
}

function TextArea({ label, value, rows = 5, onChange }: TextAreaProps): JSX.Element {
  return (
    <label>
      <span>{label}</span>
      <textarea
        className="text-field mono"
        aria-label={label}
        rows={rows}
        spellCheck={false}
        value={value}
        onChange={({ target }) => {
          onChange(target.value);
        }}
      />
    </label>
  );
}

type Answer = Pick<ModelAnswer, 'text' | 'calls'>;

interface AnswerFieldsProps {
  /** The tools that it may call. */
  readonly tools: readonly string[];
  readonly answer: Answer;
  readonly onAnswer: (answer: Answer) => void;
}

/** Fields for an answer in the place of a model's: its text and its calls. */
export function AnswerFields({ tools, answer: { text, calls }, onAnswer }: AnswerFieldsProps): JSX.Element {
  const withCall = (nth: number, changed: Partial<ModelCall>): void => {
    onAnswer({ text, calls: calls.map((call, index) => (index === nth ? { ...call, ...changed } : call)) });
  };
  return (
    <>
      <TextArea
        label="Text"
        rows={3}
        value={text}
        onChange={(typed) => {
          onAnswer({ text: typed, calls });
        }}
      />
      {calls.map(({ id, name, args }, index) => (
        <fieldset key={id}>
          <legend>Call {index + 1}</legend>
          <Select
            label={`Tool of call ${index + 1}`}
            value={name}
            options={[...new Set([...tools, name])].map((tool) => ({
              value: tool,
              label: tool || 'Choose one…',
            }))}
            onChoose={(tool) => {
              withCall(index, { name: tool });
            }}
          />
          <Button
            bare
            icon={Trash2}
            label="Remove call"
            onClick={() => {
              onAnswer({ text, calls: calls.filter((_call, at) => at !== index) });
            }}
          />
          <TextArea
            label={`Arguments of call ${index + 1}, as JSON`}
            rows={3}
            value={args}
            onChange={(typed) => {
              withCall(index, { args: typed });
            }}
          />
        </fieldset>
      ))}
      <div>
        <Button
          icon={Plus}
          label="Add call"
          disabled={calls.length >= LIMITS.modelCalls}
          onClick={() => {
            const id = newId(calls);
            onAnswer({ text, calls: [...calls, { id, name: tools[0] ?? '', args: '{}' }] });
          }}
        />
      </div>
    </>
  );
}

/** An id that no other call has. */
function newId(calls: readonly ModelCall[]): string {
  let nth = calls.length + 1;
  while (calls.some(({ id }) => id === `call_${nth}`)) nth += 1;
  return `call_${nth}`;
}
