import { describe, expect, it } from 'vitest';
import type { Handlers } from '../../../main/host/bridge/handlers.ts';
import { ProblemError } from '../../../main/host/system/problem.ts';
import { type Sender, serve } from '../../../main/shell/ipc.ts';
import { calls, type Reply } from '../../../preload/contract.ts';

const HOME = 'app://lab';
const ownPage: Sender = { senderFrame: { url: 'app://lab/index.html', parent: null } };

type Listener = (sender: Sender, request: unknown) => Promise<Reply<unknown>>;

/** Calls the handlers of main; a test gives only those it needs. */
function answering(
  handlers: Partial<Handlers>,
): (name: string, request: unknown, sender?: Sender) => Promise<unknown> {
  const listeners = new Map<string, Listener>();
  serve({ handle: (name, listener) => void listeners.set(name, listener) }, HOME, handlers as Handlers);
  return (name, request, sender = ownPage) => listeners.get(name)!(sender, request);
}

describe('serve()', () => {
  it('registers a listener for every call of the contract and no other', () => {
    const channels: string[] = [];

    serve({ handle: (name) => void channels.push(name) }, HOME, {} as Handlers);

    expect(channels).toEqual(Object.keys(calls));
  });

  it('returns the value of the handler', async () => {
    const ask = answering({ 'scenario.read': ({ path }) => `the text of ${path}` });

    await expect(ask('scenario.read', { path: 'scenarios/soup.ts' })).resolves.toEqual({
      ok: true,
      value: 'the text of scenarios/soup.ts',
    });
  });

  it('returns a ProblemError of a handler as data', async () => {
    const ask = answering({
      'scenario.read': () => {
        throw new ProblemError('no-such-file', 'scenarios/soup.ts: there is no such scenario');
      },
    });

    await expect(ask('scenario.read', { path: 'scenarios/soup.ts' })).resolves.toEqual({
      ok: false,
      error: {
        code: 'no-such-file',
        message: 'scenarios/soup.ts: there is no such scenario',
        problems: [],
      },
    });
  });

  it('rejects when a handler throws an unexpected error', async () => {
    const ask = answering({
      'scenario.read': () => {
        throw new TypeError('the oven is undefined');
      },
    });

    await expect(ask('scenario.read', { path: 'scenarios/soup.ts' })).rejects.toThrow(
      'the oven is undefined',
    );
  });

  it.each([
    ['run.verify', 'a field too many', { run: 'r1', now: true }, '"now" is not a known field.'],
    [
      'run.verify',
      'a run id of another kind',
      { run: 'soup' },
      'run: "soup" is not the id of a run, such as r12.',
    ],
    ['log.rows', 'a position before the first', { run: 'r1', from: -1 }, 'from: -1 is less than 0.'],
    ['workspace.read', 'no object at all', undefined, 'workspace.read: An object is missing.'],
    [
      'scenario.save',
      'a text of three megabytes',
      { path: 'scenarios/soup.ts', text: 'x'.repeat(3_000_000), replaces: null },
      /text: The text has more than 2000000 characters\.$/,
    ],
  ])('refuses %s with %s before it calls the handler', async (name, _what, request, words) => {
    const ask = answering({});

    await expect(ask(name, request)).resolves.toMatchObject({
      ok: false,
      error: { code: 'bad-request', message: expect.stringMatching(words) as string },
    });
  });

  it.each([
    ['a frame within the page', { url: 'app://lab/index.html', parent: {} }],
    ['another host of the scheme', { url: 'app://kitchen/index.html', parent: null }],
    ['another scheme', { url: 'https://lab/index.html', parent: null }],
    ['a host that only begins alike', { url: 'app://lab.example/index.html', parent: null }],
    ['a frame without an address', { url: '', parent: null }],
    ['a frame that is gone', null],
  ])('refuses a call from %s', async (_who, senderFrame) => {
    const ask = answering({ 'scenario.read': () => 'a secret recipe' });

    await expect(ask('scenario.read', { path: 'scenarios/soup.ts' }, { senderFrame })).rejects.toThrow(
      'called by another page',
    );
  });
});
