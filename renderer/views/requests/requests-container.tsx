import type { JSX } from 'react';
import type { RunId, TranscriptStep } from '../../../engine/model/index.ts';
import type { RequestView as Request } from '../../../preload/contract.ts';
import { useAnswer } from '../../stores/use-stores.ts';
import { Message } from '../../ui/messages.tsx';
import { RequestView } from './request.tsx';

interface RequestsProps {
  readonly run: RunId;
  readonly step: TranscriptStep;
}

/** The requests to a model that led to a step of the transcript. */
export function Requests({ run, step: { requests = [] } }: RequestsProps): JSX.Element {
  return (
    <>
      {requests.map((request) => (
        <OneRequest key={request} {...{ run, request }} />
      ))}
    </>
  );
}

function OneRequest({ run, request }: { readonly run: RunId; readonly request: number }): JSX.Element {
  const reply = useAnswer('inspect.request', { run, request })?.reply;
  if (reply === undefined) return <p>…</p>;
  if (!reply.ok) return <Message text={reply.error.message} />;
  return <RequestView request={JSON.parse(reply.value) as Request} />;
}
