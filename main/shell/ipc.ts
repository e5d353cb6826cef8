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

/** The frame that sent a request, as Electron tells; `null` when it is gone already. */
export interface Sender {
  readonly senderFrame: { readonly url: string; readonly parent: unknown } | null;
}

/** The part of Electron's `ipcMain` we need. Tests hand in a plain object. */
export interface Receiver {
  handle(channel: string, listener: (sender: Sender, request: unknown) => Promise<Reply<unknown>>): void;
}

/** Answers every call of the contract to the top frame of `home`, and to nobody else. */
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
    // The table's row for `name` has just parsed it; indexing by a type parameter loses that.
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
  // `URL.origin` is "null" for every scheme of our own, so compare scheme and host by hand.
  const { protocol, host } = new URL(senderFrame.url);
  return `${protocol}//${host}` === home;
}
