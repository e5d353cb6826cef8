import { type JSX, type SyntheticEvent, useState } from 'react';
import clsx from 'clsx';
import type { Action, Actor, AppName, RunSummary } from '../../../engine/model/index.ts';
import type { AppTools, ToolDescription, Reply } from '../../../preload/contract.ts';
import { Button } from '../../ui/button.tsx';
import { KIND_WORDS } from '../../ui/format/words.ts';
import { Message, TrustCodeButton } from '../../ui/messages.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Select } from '../../ui/select.tsx';
import { FieldRow } from './argument-fields.tsx';
import { fieldDraft, type FieldDrafts, argumentFields, readDrafts } from './draft.ts';
import styles from './act.module.css';

interface ToolCallViewProps {
  readonly run: RunSummary;
  /** The entry at the playhead; −1 is before the first. */
  readonly position: number;
  /** The tools of the run's apps; `undefined` until loaded. */
  readonly tools: Reply<readonly AppTools[]> | undefined;
  /** Lets the person trust the run's code, which the tools need. */
  readonly onTrust: (() => void) | undefined;
  /** The app selected at first. */
  readonly app: AppName | undefined;
  /** The caller at first: the user, where a person plays the user. By default, the first that may call the tool. */
  readonly actor: Actor | undefined;
  /** Whether the call is made in the run itself, not in a branch. */
  readonly live: boolean;
  /** Returns the error message, or `undefined` on success. */
  readonly onCall: (actor: Actor, action: Action) => Promise<string | undefined>;
  readonly onDone: () => void;
}

/** A form for a tool call, which says where the call will be made. */
export function ToolCallView(props: ToolCallViewProps): JSX.Element {
  const { run, position, tools, onTrust, app, actor, live, onCall, onDone } = props;
  return (
    <Dialog label="Call a tool" className={styles.act} onClose={onDone}>
      <header>
        <h2>Call a tool</h2>
        <p className={styles.where}>
          {live
            ? `The call happens in ${run.id} now and is logged.`
            : `${run.id} has ended and stays unchanged. The call starts a branch ${position < 0 ? 'before the first entry' : `after entry #${position}`}.`}
        </p>
      </header>
      {tools === undefined ? null : !tools.ok ? (
        <Message text={tools.error.message}>
          <TrustCodeButton onTrust={onTrust} />
        </Message>
      ) : tools.value.length === 0 ? (
        <Message text="No app of this run has tools that Orrery can call." />
      ) : (
        <ToolForm
          apps={tools.value}
          app={app}
          actor={actor}
          verb={live ? 'Call' : 'Branch with this call'}
          onCancel={onDone}
          onCall={onCall}
        />
      )}
    </Dialog>
  );
}

/** Tools under one heading. */
export interface ToolGroup {
  readonly label: string;
  readonly tools: readonly ToolDescription[];
}

const LABELS = {
  user: 'User tools',
  agent: 'Agent tools',
  environment: 'Environment tools',
} as const satisfies Record<Actor, string>;

const ACTORS = Object.keys(LABELS) as readonly Actor[];

/** Groups `tools` by their role, `actor`'s group first. The other tools are offered too: a person may try any of them. */
function groupsFor(tools: readonly ToolDescription[], actor: Actor): readonly ToolGroup[] {
  const order = [actor, ...ACTORS.filter((one) => one !== actor)];
  const first = (tool: ToolDescription): Actor | undefined => order.find((one) => tool.roles.includes(one));
  return order
    .map((one) => ({ label: LABELS[one], tools: tools.filter((tool) => first(tool) === one) }))
    .filter((group) => group.tools.length > 0);
}

/** The default caller of a tool: the user if allowed, else the first actor that is. */
export const callerOf = ({ roles }: Pick<ToolDescription, 'roles'>): Actor =>
  ACTORS.find((one) => roles.includes(one)) ?? 'user';

/** The tool name without the app: `send_email` of `Mail__send_email`. */
const toolName = (app: string, { name }: ToolDescription): string => name.slice(app.length + 2);

const ACTOR_WORDS = {
  user: KIND_WORDS.user,
  agent: KIND_WORDS.agent,
  environment: KIND_WORDS.environment,
} as const satisfies Record<Actor, string>;

interface ToolFormProps {
  readonly apps: readonly AppTools[];
  /** The app selected at first. */
  readonly app: string | undefined;
  /** The caller at first. */
  readonly actor: Actor | undefined;
  /** Label of the submit button. */
  readonly verb: string;
  readonly onCancel: () => void;
  /** Returns the error message, or `undefined` on success. */
  readonly onCall: (actor: Actor, action: Action) => Promise<string | undefined>;
}

/** A form for a tool call: caller, tool and arguments. */
function ToolForm({ apps, app: begin, actor: usual, verb, onCancel, onCall }: ToolFormProps): JSX.Element {
  const [caller, setActor] = useState<Actor>();
  const [picked, pick] = useState<{ readonly app?: string | undefined; readonly tool?: string }>({
    app: begin,
  });
  const app = apps.find((one) => one.app === picked.app) ?? apps[0]!;
  const groups = groupsFor(app.tools, caller ?? usual ?? 'user');
  const tools = groups.flatMap((group) => group.tools);
  const tool = tools.find(({ name }) => name === picked.tool) ?? tools[0];
  const actor = caller ?? usual ?? (tool === undefined ? 'user' : callerOf(tool));
  return (
    <div
      className={styles.form}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.ctrlKey)
          event.currentTarget.querySelector<HTMLFormElement>('form')?.requestSubmit();
      }}
    >
      <div className={styles.choices}>
        <div>
          <span aria-hidden>App</span>
          <Select
            label="App"
            value={app.app}
            options={apps.map((one) => ({ value: one.app, label: one.app }))}
            onChoose={(chosen) => {
              pick({ app: chosen });
            }}
          />
        </div>
        <div>
          <span aria-hidden>Tool</span>
          <Select
            label="Tool"
            autoFocus
            value={tool?.name ?? ''}
            options={groups.flatMap((group) =>
              group.tools.map((one) => ({
                value: one.name,
                label: toolName(app.app, one),
                group: group.label,
              })),
            )}
            onChoose={(chosen) => {
              pick({ app: app.app, tool: chosen });
              setActor(undefined);
            }}
          />
        </div>
        <div className={styles.caller}>
          <span aria-hidden>Caller</span>
          <Segments label="Caller" choices={ACTOR_WORDS} chosen={actor} onChoose={setActor} />
        </div>
      </div>
      {tool === undefined ? (
        <Message text={`${app.app} has no tools that can be called.`} />
      ) : (
        <Arguments
          key={tool.name}
          tool={tool}
          verb={verb}
          onCancel={onCancel}
          onCall={(args) => onCall(actor, { app: app.app as AppName, tool: toolName(app.app, tool), args })}
        />
      )}
    </div>
  );
}

interface ArgumentsProps {
  readonly tool: ToolDescription;
  readonly verb: string;
  readonly onCancel: () => void;
  readonly onCall: (args: Action['args']) => Promise<string | undefined>;
}

function Arguments({ tool, verb, onCancel, onCall }: ArgumentsProps): JSX.Element {
  const fields = argumentFields(tool.parameters);
  const [drafts, setDrafts] = useState<FieldDrafts>(() =>
    Object.fromEntries(fields.map((field) => [field.name, fieldDraft(field)])),
  );
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const read = readDrafts(fields, drafts);

  const call = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    if (read.problems !== undefined || busy) return;
    setBusy(true);
    setProblem(await onCall(read.args));
    setBusy(false);
  };
  return (
    <form aria-label="Call" onSubmit={(event) => void call(event)}>
      <p className={styles.about}>{tool.description}</p>
      <p className={clsx(styles.signature, 'mono')}>
        <Signature text={tool.signature} />
      </p>
      <div className={styles.fields}>
        {fields.map((field) => (
          <FieldRow
            key={field.name}
            field={field}
            draft={drafts[field.name]!}
            problem={tried ? read.problems?.[field.name] : undefined}
            onDraft={(draft) => {
              setDrafts({ ...drafts, [field.name]: draft });
            }}
          />
        ))}
        {fields.length === 0 ? <p className={styles.hint}>No arguments.</p> : null}
      </div>
      {problem === undefined ? null : <Message text={problem} />}
      <footer className={styles.buttons}>
        <Button label="Cancel" onClick={onCancel} />
        <Button type="submit" tone="primary" label={verb} keys="Ctrl+Enter" disabled={busy} />
      </footer>
    </form>
  );
}

/** A signature whose `->` is never torn at the end of a line. */
function Signature({ text }: { readonly text: string }): JSX.Element {
  const index = text.lastIndexOf('-> ');
  if (index < 0) return <>{text}</>;
  return (
    <>
      {text.slice(0, index)}
      <span className={styles.answer}>{text.slice(index)}</span>
    </>
  );
}
