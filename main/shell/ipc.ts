import { OrreryError } from '../../engine/index.ts';
import { checkShape, findingsText } from '../../engine/model/index.ts';
import {
  type Answer,
  type CallName,
  calls,
  type Parsed,
  type CallProblem,
  type Reply,
} from '../../preload/contract.ts';
import type { Handlers } from '../host/bridge/index.ts';
import { problemsOf } from '../host/system/index.ts';

/** The frame that sent a request, from Electron; `null` when it no longer exists. */
export interface Sender {
  readonly senderFrame: { readonly url: string; readonly parent: unknown } | null;
}

/** The part of Electron's `ipcMain` used here; tests pass a plain object. */
export interface Receiver {
  handle(channel: string, listener: (sender: Sender, request: unknown) => Promise<Reply<unknown>>): void;
}

/** Handles every call of the contract from the top frame of `home`, and rejects all other senders. */
export function serve(receiver: Receiver, home: string, handlers: Handlers): void {
  for (const name of Object.keys(calls) as CallName[])
    receiver.handle(name, async (sender, request) => {
      if (!isTopFrameOf(home, sender)) throw new Error(`${name}: called by another page than ${home}`);
      return reply(name, request, handlers);
    });
}

async function reply<Name extends CallName>(
  name: Name,
  request: unknown,
  handlers: Handlers,
): Promise<Reply<Answer<Name>>> {
  const parsed = checkShape(calls[name].request, request);
  if ('findings' in parsed)
    return {
      ok: false,
      error: { code: 'bad-request', message: `${name}: ${findingsText(parsed.findings)}`, problems: [] },
    };
  try {
    // The request was parsed by the table's row for `name`; indexing by a type parameter loses that type.
    return { ok: true, value: await handlers[name](parsed.data as Parsed<Name>) };
  } catch (thrown) {
    if (thrown instanceof OrreryError) return { ok: false, error: refusalOf(thrown) };
    throw thrown;
  }
}

const refusalOf = (error: OrreryError): CallProblem => ({
  code: error.code,
  message: error.message,
  problems: problemsOf(error),
});

function isTopFrameOf(home: string, { senderFrame }: Sender): boolean {
  if (senderFrame === null || senderFrame.parent !== null || !URL.canParse(senderFrame.url)) return false;
  // `URL.origin` is "null" for custom schemes, so the scheme and the host are compared.
  const { protocol, host } = new URL(senderFrame.url);
  return `${protocol}//${host}` === home;
}
