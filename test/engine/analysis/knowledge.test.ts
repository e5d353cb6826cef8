import { describe, expect, it } from 'vitest';
import { recordSchema } from '../../../engine/analysis/records.ts';
import { awareness, type Deed, file, inbox, knownIn, letter } from './office.ts';

const UNKNOWN = { status: 'unknown' };
const known = (since: number) => ({ status: 'known', since });

const reads: Deed = { by: 'agent', app: 'mail', answer: letter('inbox-1') };
const marks: Deed = {
  by: 'user',
  app: 'mail',
  changes: [{ op: 'set', path: inbox(0, 'is_read'), value: true }],
};

describe('what the agent knows', () => {
  it('is nothing before it looks', () => {
    expect(awareness(knownIn([])('mail', -1))).toEqual({ 'inbox-1': UNKNOWN, 'inbox-2': UNKNOWN });
  });

  it('is whose id stood in an answer, from that entry on', () => {
    const at = knownIn([marks, reads]);

    expect(awareness(at('mail', 0))['inbox-1']).toEqual(UNKNOWN);
    expect(awareness(at('mail', 1))).toEqual({ 'inbox-1': known(1), 'inbox-2': UNKNOWN });
  });

  it.each<[string, Deed]>([
    ['a call that failed', { ...reads, failed: true }],
    ['a call of somebody else', { ...reads, by: 'user' }],
    ['a longer id', { ...reads, answer: 'inbox-12 and my-inbox-1' }],
  ])('is not whose id stood in %s', (_what, deed) => {
    expect(awareness(knownIn([deed])('mail'))['inbox-1']).toEqual(UNKNOWN);
  });

  it.each<[string, Deed]>([
    ['among the arguments', { ...reads, answer: null, args: { ids: ['inbox-1'] } }],
    ['within a text', { ...reads, answer: 'Found [inbox-1].' }],
    ['as the name of a field', { ...reads, answer: { 'inbox-1': 'about inbox' } }],
  ])('is whose id stood %s', (_what, deed) => {
    expect(awareness(knownIn([deed])('mail'))['inbox-1']).toEqual(known(0));
  });

  it('is what it made itself', () => {
    const sent: Deed = {
      by: 'agent',
      app: 'mail',
      changes: [{ op: 'splice', path: inbox(), at: 0, remove: 0, insert: [letter('fresh')] }],
    };

    expect(awareness(knownIn([sent])('mail'))).toMatchObject({ fresh: known(0), 'inbox-1': UNKNOWN });
  });

  it('is what the user said to it, and not a letter it was only told to have come', () => {
    const said: Deed = {
      ...{ by: 'user', app: 'chat', tool: 'send_message_to_agent', args: { content: 'No.' } },
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
      ...{
        by: 'environment',
        app: 'mail',
        tool: 'send_email_to_user_only',
        args: { sender: 'bob@example.org' },
      },
      changes: [{ op: 'splice', path: inbox(), at: 0, remove: 0, insert: [letter('news', 'bob')] }],
    };
    const at = knownIn([said, came]);

    expect(awareness(at('chat'))).toEqual({ m1: known(0) });
    expect(awareness(at('mail'))['news']).toEqual(UNKNOWN);
  });

  it('is a file by its path, with or without the root, or by what it says', () => {
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

  it('is told apart in things within things, and in apps that nobody knows', () => {
    const browsed: Deed = { by: 'agent', app: 'shop', answer: ['lamp'] };
    const remembered: Deed = { by: 'agent', app: 'memo', answer: { id: 'memo-1' } };
    const at = knownIn([browsed, remembered]);

    expect(awareness(at('shop'))).toEqual({ lamp: known(0), 'lamp-red': UNKNOWN });
    expect(awareness(at('memo'))).toEqual({ 'memo-1': known(1) });
  });

  it('takes a class by a name that every object answers to for one that nobody knows', () => {
    expect(recordSchema('constructor')).toBe(recordSchema('MemoPad'));
  });
});

describe('what it knows and does not know to have changed', () => {
  it('is what somebody else wrote to after it saw it, until it sees it again', () => {
    const at = knownIn([reads, marks, marks, reads]);

    expect(awareness(at('mail', 2))['inbox-1']).toEqual({ status: 'stale', since: 0, seen: 0, changed: 1 });
    expect(awareness(at('mail', 3))['inbox-1']).toEqual(known(0));
  });

  it('is not what it wrote to itself', () => {
    expect(awareness(knownIn([reads, { ...marks, by: 'agent' }])('mail'))['inbox-1']).toEqual(known(0));
  });

  it('is followed where it moves', () => {
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

  it('is also what is gone, unless the agent took it away or was told', () => {
    const away = (by: Deed['by'], answer: string | null = null): Deed => ({
      ...{ by, app: 'mail', answer },
      changes: [{ op: 'splice', path: inbox(), at: 0, remove: 1, insert: [] }],
    });

    expect(knownIn([reads, away('user')])('mail').lost).toEqual([
      { kind: 'email', id: 'inbox-1', since: 0, seen: 0, gone: 1 },
    ]);
    expect(knownIn([reads, away('agent')])('mail').lost).toEqual([]);
    expect(knownIn([away('user')])('mail').lost).toEqual([]);
  });

  it('is a file that was replaced by one with another name', () => {
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
