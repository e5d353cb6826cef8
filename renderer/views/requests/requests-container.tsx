import { type JSX, useEffect, useState } from 'react';
import { GitBranchPlus, Repeat } from 'lucide-react';
import { useStore } from 'zustand';
import {
  isPreview,
  isTrajectory,
  type RunSummary,
  type TranscriptStep,
} from '../../../engine/model/index.ts';
import type { AskedAgain, HeldRequest, RequestView as Request } from '../../../preload/contract.ts';
import { compareRuns } from '../../stores/comparison.ts';
import { modelLabel } from '../../stores/models.ts';
import { amendRun, askAgain } from '../../stores/run-branches.ts';
import { chatOf, isActive } from '../../stores/runs.ts';
import { openRun } from '../../stores/run-opening.ts';
import { replaceAnswer, step as stepRun } from '../../stores/run-control.ts';
import { useAnswer, useStores } from '../../stores/use-stores.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/messages.tsx';
import { MessageForm } from '../act/act-container.tsx';
import type { AmendmentKind } from './amend.ts';
import { AmendForm } from './amend-form.tsx';
import { Distribution } from './distribution.tsx';
import { HeldView } from './held.tsx';
import { RequestView } from './request.tsx';

interface RequestsProps {
  readonly run: RunSummary;
  readonly step: TranscriptStep;
}

/** The requests to a model that led to a step of the transcript. */
export function Requests({ run, step: { requests = [] } }: RequestsProps): JSX.Element {
  return (
    <>
      {requests.map((number) => (
        <OneRequest key={number} {...{ run, number }} />
      ))}
    </>
  );
}

interface OneRequestProps {
  readonly run: RunSummary;
  /** Its number in the database. */
  readonly number: number;
}

function OneRequest({ run, number }: OneRequestProps): JSX.Element {
  const branches = useBranches(run);
  const reply = useAnswer('inspect.request', { run: run.id, request: number }, branches)?.reply;
  if (reply === undefined) return <p>…</p>;
  if (!reply.ok) return <Message text={reply.error.message} />;
  const request = JSON.parse(reply.value) as Request;
  return (
    <RequestView
      request={request}
      actions={canAmend(run) ? <Amend {...{ run, request, branches }} /> : undefined}
    />
  );
}

/** Whether a model of Orrery's plays in `run`. */
const hasModel = ({ choices }: RunSummary): boolean =>
  choices?.agent?.model !== undefined || choices?.user?.model !== undefined;

/** Whether requests of `run` can be asked again: a model of Orrery's played in it, and it has ended. */
const canAmend = (run: RunSummary): boolean =>
  hasModel(run) && !isActive(run) && !isPreview(run.id) && !isTrajectory(run);

/** A text that changes whenever a branch of `run` does. */
function useBranches({ id }: RunSummary): string {
  return useStore(useStores().workspace, ({ view }) =>
    (view?.runs ?? [])
      .filter(({ origin }) => origin?.parent === id)
      .map((branch) => `${branch.id} ${branch.state} ${branch.verdict?.outcome ?? ''}`)
      .join(),
  );
}

interface AmendProps {
  readonly run: RunSummary;
  readonly request: Request;
  readonly branches: string;
}

/** Amends a request in branches, and shows what the agent did in them. */
function Amend({ run, request, branches }: AmendProps): JSX.Element {
  const stores = useStores();
  const [kind, setKind] = useState<AmendmentKind>();
  const models = useStore(stores.models, ({ list }) => list);
  const { id, choices } = run;
  const { nth } = request;
  const close = (): void => {
    setKind(undefined);
  };
  return (
    <>
      {kind === undefined ? (
        <>
          <Button
            icon={GitBranchPlus}
            label="Change in a branch…"
            onClick={() => {
              setKind('answer');
            }}
          />
          <Button
            icon={Repeat}
            label="Ask again…"
            onClick={() => {
              setKind('nothing');
            }}
          />
        </>
      ) : (
        <AmendForm
          {...{ request, models, kind }}
          labels={models.map(modelLabel)}
          parameters={choices?.[request.by === 'user' ? 'user' : 'agent']?.model?.parameters ?? {}}
          onBranch={(change, times) =>
            times === 1 ? amendRun(stores, id, nth, change) : askAgain(stores, id, nth, change, times)
          }
          onDone={close}
        />
      )}
      {request.branches === 0 ? null : <Again {...{ run, request, branches }} />}
    </>
  );
}

/** What the agent did next in the run and its branches at the request. */
function Again({ run: { id }, request: { nth }, branches }: AmendProps): JSX.Element | null {
  const stores = useStores();
  const reply = useAnswer('inspect.askedAgain', { run: id, request: nth }, branches)?.reply;
  if (reply === undefined) return null;
  if (!reply.ok) return <Message text={reply.error.message} />;
  return (
    <Distribution
      again={JSON.parse(reply.value) as AskedAgain}
      onOpen={(run) => void openRun(stores, run)}
      onCompare={(run) => void compareRuns(stores, id, run)}
    />
  );
}

/** What waits for the person in a paused run: a request to its model, or the answer to one. */
export function Held({ run }: { readonly run: RunSummary }): JSX.Element | null {
  const isPaused = run.state === 'paused' && hasModel(run);
  return isPaused ? <PausedRequest run={run} /> : null;
}

function PausedRequest({ run }: { readonly run: RunSummary }): JSX.Element | null {
  const stores = useStores();
  const { bridge } = stores;
  const { id } = run;
  const [changes, setChanges] = useState(0);
  useEffect(
    () =>
      bridge.on('run.changed', (changed) => {
        if (changed.id === id) setChanges((before) => before + 1);
      }),
    [bridge, id],
  );
  const reply = useAnswer('run.held', { run: id }, changes)?.reply;
  const held =
    reply?.ok === true && reply.value !== null ? (JSON.parse(reply.value) as HeldRequest) : undefined;
  const number = held?.kind === 'answer' ? held.number : undefined;
  const answered = useAnswer(
    'inspect.request',
    number === undefined ? undefined : { run: id, request: number },
  );
  if (held === undefined) return null;
  const exchange = answered?.reply.ok === true ? (JSON.parse(answered.reply.value) as Request) : undefined;
  // Its answer is being read.
  if (held.kind === 'answer' && exchange?.number !== number) return null;
  const chat = chatOf(run);
  return (
    <HeldView
      key={number}
      request={held.kind === 'request' ? held.request : exchange!.request}
      exchange={held.kind === 'request' ? undefined : exchange}
      messageForm={chat === undefined ? null : <MessageForm {...{ run, chat }} />}
      onStep={() => void stepRun(stores, 'request')}
      onAnswer={(answer) => replaceAnswer(stores, id, answer)}
    />
  );
}
