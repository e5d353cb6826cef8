import { expect, it } from 'vitest';
import { orreryIn } from './orrery.ts';
import { sampleWorkspace } from './sample-workspace.ts';
import { workspaceWithRun } from './workspace-with-run.ts';

const LETTERS = 'scenarios/phishing-or-not.ts';
const UNREAD = 'apps.mail.folders.INBOX.emails.filter((m) => !m.is_read).length';

/** The whole message: nothing from V8. */
const TOO_LARGE = /^[^\n]+ needs more than 512 MB of memory\. Write an expression that needs less\.\n$/;
/** Which limit is reached first depends on the machine. */
const TOO_LARGE_OR_LONG = /^[^\n]+(?: needs more than 512 MB|: no answer within \d+ seconds)[^\n]+\n$/;

it('tells no seconds of a recording without times', async () => {
  const talk = [
    { role: 'user', content: 'Is it ready?' },
    { role: 'assistant', content: 'Soon.' },
  ];
  const folder = sampleWorkspace({ 'talk.json': JSON.stringify(talk) });
  await orreryIn(folder, ['import', 'talk.json', '--db', 'runs.db']);
  const probe = (...args: string[]) =>
    orreryIn(folder, ['probe', 'r1', 'Object.keys(apps).length > 0', ...args, '--db', 'runs.db']);

  expect((await probe()).stdout).toMatch(/^start +true\n$/);
  expect((await probe('--csv')).stdout).toBe('entry,seconds,value\n-1,,true\n');
});

it('probes a run: what an expression comes to, wherever that changes', async () => {
  const folder = await workspaceWithRun(LETTERS);
  const probe = (...args: string[]) => orreryIn(folder, ['probe', 'r1', ...args, '--db', 'runs.db']);

  const words = await probe(UNREAD);
  const table = await probe(UNREAD, '--csv');
  const json = await probe("apps.mail.folders['INBOX'].emails[0].subject", '--json');

  expect(words).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/^start +\+0s +1\n/) as string,
  });
  expect(table.stdout.split('\n').slice(0, 3)).toEqual(['entry,seconds,value', '-1,0,1', '7,72,2']);
  expect(JSON.parse(json.stdout)).toContainEqual(
    expect.objectContaining({ entry: 7, value: expect.any(String) as string }),
  );
});

it.each([
  [
    'apps.mail.',
    2,
    /^apps\.mail\.: not an expression such as apps\.mail\.folders \(unexpected end of input\)/,
  ],
  ['apps.mail && (() => { for (;;); })()', 1, /no answer within 2 seconds before the first entry/],
  ['"x".repeat(5e8).split("").length', 1, TOO_LARGE],
  ['[1, 2, 3].map(() => new Uint8Array(5e8).fill(1)).length', 1, TOO_LARGE_OR_LONG],
])('refuses %s in a line', async (expression, code, message) => {
  const folder = await workspaceWithRun(LETTERS);

  const answer = await orreryIn(folder, ['probe', 'r1', expression, '--db', 'runs.db']);

  expect(answer).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(message) as string });
});
