import type {
  Answer,
  CallName,
  Bridge,
  Reply,
  Request,
  SignalName,
  Signals,
} from '../../preload/contract.ts';

/** What the fake main answers, at once or later, by call; what it has no answer for, it refuses. */
export type Answers = {
  readonly [Name in CallName]?: (
    request: Request<Name>,
  ) => Reply<Answer<Name>> | Promise<Reply<Answer<Name>>>;
};

/** A main process that is a plain object. */
export interface FakeBridge extends Bridge {
  /** Every question put so far, as `run.start {"mode":"oracle"}`. */
  readonly asked: readonly string[];
  /** Tells the page something unasked. */
  tell<Name extends SignalName>(name: Name, signal: Signals[Name]): void;
}

export const yes = <Value>(value: Value): Reply<Value> => ({ ok: true, value });

export const no = (
  message: string,
  problems: Extract<Reply<null>, { ok: false }>['error']['problems'] = [],
) => ({ ok: false, error: { code: 'refused', message, problems } }) as const;

export function fakeBridge(answers: Answers): FakeBridge {
  const asked: string[] = [];
  const listeners = new Map<SignalName, Set<(signal: never) => void>>();
  const listenersOf = (name: SignalName): Set<(signal: never) => void> => {
    const known = listeners.get(name) ?? new Set();
    listeners.set(name, known);
    return known;
  };
  return {
    asked,
    async call(name, request) {
      asked.push(`${name} ${JSON.stringify(request)}`);
      return (await answers[name]?.(request)) ?? no(`nobody answers ${name}`);
    },
    // The files of tests have no path on disk.
    importFiles: () => undefined,
    on(name, listener) {
      listenersOf(name).add(listener);
      return () => void listenersOf(name).delete(listener);
    },
    tell(name, signal) {
      for (const listener of listenersOf(name)) listener(signal as never);
    },
  };
}
