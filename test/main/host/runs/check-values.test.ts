import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../../../main/host/database/index.ts';
import { readCheckedValues, type ValuesRequest } from '../../../../main/host/runs/check-values.ts';
import { LiveRun } from '../../../../main/host/runs/live-run.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { dinner, prepared } from './dinner.ts';

/** The entry of the first check of `event`, in a run of `events`. */
async function firstCheck(events: string, event: string): Promise<ValuesRequest> {
  const file = join(temporaryFolder(), 'runs.db');
  using database = openDatabase(file);
  const live = new LiveRun(await prepared(dinner(events)), database.store);
  while (!live.over) live.advance(() => true);
  const index = database.store.entries(live.id, 0, 100).find((entry) => entry.event === event)!.index;
  return { file, run: live.id, index };
}

it('returns the values that a condition read, without intermediate objects', async () => {
  const asked = await firstCheck(
    `const soup = user.send_message_to_agent({ content: 'soup' }).at(seconds(1));
    condition('two have spoken', ({ user }) => user.messages.length > 1 && user.messages[1].content === 'fish')
      .id('spoken').after(soup).timeout(3);`,
    'spoken',
  );

  expect(await readCheckedValues(asked)).toEqual([
    {
      name: 'two have spoken',
      kind: 'condition',
      answer: 'false',
      more: 0,
      readsLog: false,
      reads: [{ path: ['user', 'messages', 'length'], value: '1' }],
    },
  ]);
});

it('returns the values that a condition read of list items', async () => {
  const asked = await firstCheck(
    `const soup = user.send_message_to_agent({ content: 'soup' }).at(seconds(1));
    condition('fish', ({ user }) => user.messages.some(({ content }) => content === 'fish'))
      .id('fish').after(soup).timeout(3);`,
    'fish',
  );

  const [check] = await readCheckedValues(asked);
  expect(check!.reads).toEqual([
    { path: ['user', 'messages', 'length'], value: '1' },
    { path: ['user', 'messages', 0, 'content'], value: '"soup"' },
  ]);
});

it('returns open milestones only, and whether they read the log', async () => {
  const asked = await firstCheck(
    `const soup = user.send_message_to_agent({ content: 'soup' }).at(seconds(1));
    validation({
      milestones: {
        'soup was asked for': ({ user }) => user.messages.some(({ content }) => content === 'soup'),
        'fish was asked for': ({ user }, { log, now }) => log.length > 5 && user.messages[0]!.content === 'fish',
      },
    }).id('meal').after(soup).timeout(2);`,
    'meal',
  );

  expect(await readCheckedValues(asked)).toEqual([
    {
      name: 'fish was asked for',
      kind: 'milestone',
      answer: 'false',
      reads: [],
      more: 0,
      readsLog: true,
    },
  ]);
});

it('refuses an entry that is not a check', async () => {
  const asked = await firstCheck(
    `user.send_message_to_agent({ content: 'soup' }).id('soup').at(seconds(1));`,
    'soup',
  );

  await expect(readCheckedValues(asked)).rejects.toMatchObject({ code: 'no-such-entry' });
});
