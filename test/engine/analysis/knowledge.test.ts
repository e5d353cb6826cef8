import { describe, expect, it } from 'vitest';
import { recordSchema } from '../../../engine/analysis/app-records.ts';
import { awareness, type Deed, file, inbox, knownIn, letter } from './office.ts';

const UNKNOWN = { status: 'unknown' };
const known = (since: number) => ({ status: 'known', since });

const reads: Deed = { by: 'agent', app: 'mail', answer: letter('inbox-1') };
const marks: Deed = {
  by: 'user',
  app: 'mail',
  changes: [{ op: 'set', path: inbox(0, 'is_read'), value: true }],
};

describe('the agent’s knowledge', () => {
  it('is empty before the agent’s first call', () => {
    expect(awareness(knownIn([])('mail', -1))).toEqual({ 'inbox-1': UNKNOWN, 'inbox-2': UNKNOWN });
  });

  it('includes a record from the entry whose result contained its id', () => {
    const at = knownIn([marks, reads]);

    expect(awareness(at('mail', 0))['inbox-1']).toEqual(UNKNOWN);
    expect(awareness(at('mail', 1))).toEqual({ 'inbox-1': known(1), 'inbox-2': UNKNOWN });
  });

  it.each<[string, Deed]>([
    ['a call that failed', { ...reads, failed: true }],
    ['a call of somebody else', { ...reads, by: 'user' }],
    ['a longer id', { ...reads, answer: 'inbox-12 and my-inbox-1' }],
  ])('excludes a record whose id appeared in %s', (_what, deed) => {
    expect(awareness(knownIn([deed])('mail'))['inbox-1']).toEqual(UNKNOWN);
  });

  it.each<[string, Deed]>([
    ['among the arguments', { ...reads, answer: null, args: { ids: ['inbox-1'] } }],
    ['within a text', { ...reads, answer: 'Found [inbox-1].' }],
    ['as the name of a field', { ...reads, answer: { 'inbox-1': 'about inbox' } }],
  ])('includes a record whose id appeared %s', (_what, deed) => {
    expect(awareness(knownIn([deed])('mail'))['inbox-1']).toEqual(known(0));
  });

  it('says when the agent last looked at an app, and when another changed that since', () => {
    const at = knownIn([marks, reads, { ...reads, failed: true }, marks]);

    expect(at('mail', 0)).not.toHaveProperty('looked');
    expect(at('mail', 2)).toMatchObject({ looked: 1 });
    expect(at('mail', 2)).not.toHaveProperty('changed');
    expect(at('mail', 3)).toMatchObject({ looked: 1, changed: 3 });
  });

  it('includes a record that the agent created', () => {
    const sent: Deed = {
      by: 'agent',
      app: 'mail',
      changes: [{ op: 'splice', path: inbox(), at: 0, remove: 0, insert: [letter('fresh')] }],
    };

    expect(awareness(knownIn([sent])('mail'))).toMatchObject({ fresh: known(0), 'inbox-1': UNKNOWN });
  });

  it('includes the user’s messages but not an email that was only announced', () => {
    const said: Deed = {
      by: 'user',
      app: 'chat',
      tool: 'send_message_to_agent',
      args: { content: 'No.' },
      changes: [
        {
          op: 'splice',
          path: ['messages'],
          at: 0,
          remove: 0,
          insert: [{ id: 'm1', sender: 'User', content: 'No.' }],
        },
      ],
    };
    const came: Deed = {
      by: 'environment',
      app: 'mail',
      tool: 'send_email_to_user_only',
      args: { sender: 'bob@example.org' },
      changes: [{ op: 'splice', path: inbox(), at: 0, remove: 0, insert: [letter('news', 'bob')] }],
    };
    const at = knownIn([said, came]);

    expect(awareness(at('chat'))).toEqual({ m1: known(0) });
    expect(awareness(at('mail'))['news']).toEqual(UNKNOWN);
  });

  it('includes a file by its path, with or without the root, or by its contents', () => {
    const plan = '/notes/plan.txt';
    const named = (path: string): Deed => ({ by: 'agent', app: 'files', args: { path } });
    const text = 'Ask Ada for the numbers first.';

    for (const deed of [
      named(plan),
      named('notes/plan.txt'),
      { ...named('x'), answer: `plan.txt:\n${text}` },
    ])
      expect(awareness(knownIn([deed])('files'))).toEqual({ [plan]: known(0) });
    expect(awareness(knownIn([named('/old/notes/plan.txt')])('files'))).toEqual({ [plan]: UNKNOWN });
  });

  it('distinguishes nested records and covers apps of unknown classes', () => {
    const browsed: Deed = { by: 'agent', app: 'shop', answer: ['lamp'] };
    const remembered: Deed = { by: 'agent', app: 'memo', answer: { id: 'memo-1' } };
    const at = knownIn([browsed, remembered]);

    expect(awareness(at('shop'))).toEqual({ lamp: known(0), 'lamp-red': UNKNOWN });
    expect(awareness(at('memo'))).toEqual({ 'memo-1': known(1) });
  });

  it('treats a class named like an object property as unknown', () => {
    expect(recordSchema('constructor')).toBe(recordSchema('MemoPad'));
  });
});

describe('the agent’s outdated knowledge', () => {
  it('includes a record that others changed until the agent sees it again', () => {
    const at = knownIn([reads, marks, marks, reads]);

    expect(awareness(at('mail', 2))['inbox-1']).toEqual({ status: 'stale', since: 0, seen: 0, changed: 1 });
    expect(awareness(at('mail', 3))['inbox-1']).toEqual(known(0));
  });

  it('excludes a record that the agent changed', () => {
    expect(awareness(knownIn([reads, { ...marks, by: 'agent' }])('mail'))['inbox-1']).toEqual(known(0));
  });

  it('follows a record that moves', () => {
    const pushed: Deed = {
      by: 'environment',
      app: 'mail',
      changes: [{ op: 'splice', path: inbox(), at: 0, remove: 0, insert: [letter('news')] }],
    };
    const moved: Deed = {
      by: 'user',
      app: 'mail',
      changes: [
        { op: 'splice', path: inbox(), at: 1, remove: 1, insert: [] },
        { op: 'splice', path: ['folders', 'TRASH', 'emails'], at: 0, remove: 0, insert: [letter('inbox-1')] },
      ],
    };
    const { records, lost } = knownIn([reads, pushed, moved])('mail');

    expect(records.find(({ id }) => id === 'inbox-1')).toMatchObject({
      path: ['folders', 'TRASH', 'emails', 0],
      awareness: { status: 'stale', seen: 0, changed: 2 },
    });
    expect(lost).toEqual([]);
  });

  it('includes a removed record unless the agent removed it', () => {
    const away = (by: Deed['by'], answer: string | null = null): Deed => ({
      by,
      app: 'mail',
      answer,
      changes: [{ op: 'splice', path: inbox(), at: 0, remove: 1, insert: [] }],
    });

    expect(knownIn([reads, away('user')])('mail').lost).toEqual([
      { kind: 'email', id: 'inbox-1', since: 0, seen: 0, gone: 1 },
    ]);
    expect(knownIn([reads, away('agent')])('mail').lost).toEqual([]);
    expect(knownIn([away('user')])('mail').lost).toEqual([]);
  });

  it('includes a file that was replaced by one with another name', () => {
    const renamed: Deed = {
      by: 'user',
      app: 'files',
      changes: [
        {
          op: 'splice',
          path: ['files', 'children', 0, 'children'],
          at: 0,
          remove: 1,
          insert: [file('done.txt')],
        },
      ],
    };
    const read: Deed = { by: 'agent', app: 'files', args: { path: '/notes/plan.txt' } };
    const { records, lost } = knownIn([read, renamed])('files');

    expect(records).toMatchObject([{ id: '/notes/done.txt', awareness: UNKNOWN }]);
    expect(lost).toMatchObject([{ id: '/notes/plan.txt', gone: 1 }]);
  });
});
