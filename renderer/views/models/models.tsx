import { Check, CircleAlert, FolderOpen, Plug, Plus, Trash2 } from 'lucide-react';
import { type JSX, type ReactNode, useId } from 'react';
import clsx from 'clsx';
import { isJsonObject, legible, type ModelAnswer, type ModelTest } from '../../../engine/model/index.ts';
import type { KeptModel } from '../../../preload/contract.ts';
import type { ModelDraft, TestState } from '../../stores/models.ts';
import { Button } from '../../ui/button.tsx';
import { formatSpan } from '../../ui/format/clock.ts';
import { Message } from '../../ui/messages.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Select } from '../../ui/select.tsx';
import styles from './models.module.css';

interface ModelActions {
  /** Puts a model of the list into the form, or a new one. */
  readonly onEdit: (nth: number | undefined) => void;
  readonly onType: (typed: Partial<ModelDraft>) => void;
  readonly onWire: (wire: KeptModel['wire']) => void;
  readonly onPickFile: () => void;
  readonly onTest: () => void;
  readonly onCancelTest: () => void;
  readonly onSave: () => Promise<void>;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

interface ModelsViewProps {
  /** The models of the workspace, in a few words each. */
  readonly labels: readonly string[];
  readonly draft: ModelDraft;
  readonly tested: TestState;
  /** The paths of the workspace's system prompts. */
  readonly prompts: readonly string[];
  /** What keeps the model from being saved. */
  readonly problem: string | undefined;
  readonly actions: ModelActions;
}

const WIRES = {
  'chat-completions': 'Chat completions',
  messages: 'Messages (Anthropic)',
  gguf: 'GGUF file',
} as const;
const CALLS = { native: 'Native', react: 'In text (ReAct)' } as const;

/** The models of the workspace, and a form for one of them. */
export function ModelsView({
  labels,
  draft,
  tested,
  prompts,
  problem,
  actions,
}: ModelsViewProps): JSX.Element {
  const { onEdit, onType, onWire, onPickFile, onTest, onCancelTest, onSave, onRemove, onClose } = actions;
  const names = tested.kind === 'tested' ? namesIn(tested.test) : [];
  return (
    <Dialog label="Models" className={styles.models} closeButton onClose={onClose}>
      <h2>Models</h2>
      <p className={styles.lead}>
        A model on a server of yours, or in a file, plays the agent. A key is read from ORRERY_MODEL_KEY in
        the environment of Orrery.
      </p>
      <div className={styles.columns}>
        <ul className={styles.list} aria-label="Models of this workspace">
          {labels.map((label, index) => (
            <li key={label}>
              <button
                type="button"
                aria-current={index === draft.edits}
                onClick={() => {
                  onEdit(index);
                }}
              >
                {legible(label)}
              </button>
            </li>
          ))}
          <li>
            <button
              type="button"
              className={styles.add}
              aria-current={draft.edits === undefined}
              onClick={() => {
                onEdit(undefined);
              }}
            >
              <Plus aria-hidden />
              New model
            </button>
          </li>
        </ul>
        <form
          className={styles.form}
          aria-label="Model"
          onSubmit={(event) => {
            event.preventDefault();
            if (problem === undefined) void onSave();
          }}
        >
          <Field label="Reached by">
            <Segments label="Reached by" choices={WIRES} chosen={draft.wire} onChoose={onWire} />
          </Field>
          {draft.wire === 'gguf' ? (
            <FileField path={draft.url} missing={draft.missing} onPick={onPickFile} />
          ) : (
            <>
              <TextField
                label="Server"
                value={draft.url}
                onChange={(url) => {
                  onType({ url });
                }}
              />
              <NameField
                names={names}
                value={draft.name}
                onChange={(name) => {
                  onType({ name });
                }}
              />
            </>
          )}
          <Field label="Tool calls">
            <Segments
              label="Tool calls"
              choices={CALLS}
              chosen={draft.calls}
              onChoose={(calls: KeptModel['calls']) => {
                onType({ calls });
              }}
            />
          </Field>
          <label className={styles.field}>
            <span>Parameters</span>
            <textarea
              className={clsx('text-field', 'mono')}
              aria-label="Parameters"
              rows={3}
              spellCheck={false}
              placeholder="temperature = 0"
              title="One a line: temperature = 0"
              value={draft.parameters}
              onChange={({ target }) => {
                onType({ parameters: target.value });
              }}
            />
          </label>
          <Field label="System prompt">
            <Select
              label="System prompt"
              title="A file in the folder prompts/ of the workspace. {tools} and {time} are filled in."
              value={draft.prompt}
              options={[
                { value: '', label: 'Orrery’s own' },
                ...[...new Set([...prompts, ...(draft.prompt === '' ? [] : [draft.prompt])])].map((path) => ({
                  value: path,
                  label: path,
                })),
              ]}
              onChoose={(prompt) => {
                onType({ prompt });
              }}
            />
          </Field>
          <TestResult {...{ tested }} name={draft.name} />
          {problem === undefined ? null : <p className={styles.missing}>{problem}</p>}
          <footer>
            {tested.kind === 'running' ? (
              <Button label="Cancel test" onClick={onCancelTest} />
            ) : (
              <Button icon={Plug} label="Test connection" onClick={onTest} />
            )}
            <span />
            {draft.edits === undefined ? null : (
              <Button icon={Trash2} bare label="Remove model" onClick={onRemove} />
            )}
            <Button
              type="submit"
              tone="primary"
              label="Save and use"
              title="Keep the model in this workspace, and let it play the next run"
              disabled={problem !== undefined}
            />
          </footer>
        </form>
      </div>
    </Dialog>
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function TextField({ label, value, onChange }: TextFieldProps): JSX.Element {
  return (
    <label className={styles.field}>
      <span>{label}</span>
      <input
        className="text-field"
        aria-label={label}
        spellCheck={false}
        value={value}
        onChange={({ target }) => {
          onChange(target.value);
        }}
      />
    </label>
  );
}

interface FileFieldProps {
  /** Empty until one is chosen. */
  readonly path: string;
  readonly missing: string | undefined;
  readonly onPick: () => void;
}

/** The file of a model that runs here. */
function FileField({ path, missing, onPick }: FileFieldProps): JSX.Element {
  return (
    <Field label="File">
      <div className={styles.file}>
        <Button icon={FolderOpen} label="Choose file…" onClick={onPick} />
        <bdi title={path}>{path === '' ? 'None chosen' : path.split(/[\\/]/).at(-1)}</bdi>
        {missing === undefined ? null : <p className={styles.missing}>{legible(missing)}</p>}
      </div>
    </Field>
  );
}

/** The model's name, with those that the server lists. */
function NameField({
  names,
  value,
  onChange,
}: Omit<TextFieldProps, 'label'> & { readonly names: readonly string[] }): JSX.Element {
  const listed = useId();
  return (
    <label className={styles.field}>
      <span>Model</span>
      <input
        className="text-field"
        aria-label="Model name"
        placeholder="as the server lists it"
        spellCheck={false}
        list={listed}
        value={value}
        onChange={({ target }) => {
          onChange(target.value);
        }}
      />
      <datalist id={listed}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </label>
  );
}

function Field({ label, children }: { readonly label: string; readonly children: ReactNode }): JSX.Element {
  return (
    <div className={styles.field}>
      <span aria-hidden>{label}</span>
      {children}
    </div>
  );
}

const namesIn = ({ server }: ModelTest): readonly string[] => {
  const { models } = server;
  return Array.isArray(models) ? models.filter((name) => typeof name === 'string') : [];
};

/** What the test came to: the models, an answer, and whether the second one was equal. */
function TestResult({ tested, name }: { readonly tested: TestState; readonly name: string }): JSX.Element {
  if (tested.kind === 'none') return <div role="status" />;
  if (tested.kind === 'running')
    return (
      <p className={styles.result} role="status">
        Testing… A server may have to load the model first.
      </p>
    );
  if (tested.kind === 'failed') return <Message text={tested.message} />;
  const { test } = tested;
  const names = namesIn(test);
  const version = test.server['version'] ?? test.server['build'];
  const isListed = names.length === 0 || names.includes(name.trim());
  return (
    <ul className={styles.result} role="status" aria-label="Test result">
      {names.length === 0 ? null : (
        <Line good={isListed}>
          {isListed
            ? `The server has this model${names.length === 1 ? '' : ` and ${names.length - 1} more`}.`
            : `The server has ${legible(names.slice(0, MAX_NAMES).join(', '))}${names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : ''}.`}
        </Line>
      )}
      {test.answer === undefined ? (
        <Line good={false}>{legible(test.error ?? 'No answer came.')}</Line>
      ) : (
        <>
          <Line
            good
          >{`It answered in ${formatSpan(test.elapsed * 1000)}: ${legible(inShort(test.answer))}`}</Line>
          <Line good={test.isEqual}>
            {test.again === undefined
              ? legible(`Asked again, it gave no answer. ${test.error ?? ''}`)
              : test.isEqual
                ? 'Asked again, it gave the same answer.'
                : `Asked again, it gave another answer: ${legible(inShort(test.again))} A run can still be repeated from its record, exactly as it was.`}
          </Line>
        </>
      )}
      {typeof version === 'string' ? <Line good>{`Version ${legible(version)}`}</Line> : null}
    </ul>
  );
}

const MAX_NAMES = 5;
const MAX_ANSWER = 90; // characters

function inShort({ text, calls }: ModelAnswer): string {
  const [call] = calls;
  const whole = call === undefined ? `“${text.trim()}”` : `calls ${call.name}(${argumentsText(call.args)})`;
  return `${whole.length > MAX_ANSWER ? `${whole.slice(0, MAX_ANSWER)}…` : whole}.`;
}

function argumentsText(args: string): string {
  try {
    const value = JSON.parse(args) as unknown;
    return isJsonObject(value as never)
      ? Object.values(value as object)
          .map((one) => JSON.stringify(one))
          .join(', ')
      : args;
  } catch {
    return args;
  }
}

function Line({ good, children }: { readonly good: boolean; readonly children: ReactNode }): JSX.Element {
  const Icon = good ? Check : CircleAlert;
  return (
    <li className={good ? styles.good : styles.warn}>
      <Icon aria-hidden />
      <span>{children}</span>
    </li>
  );
}
