import { describe, expect, it } from 'vitest';
import type { ToolDescription } from '../../engine/index.ts';
import { jsonOf, orreryIn } from './orrery.ts';
import { sampleWorkspace } from './sample-workspace.ts';
import { temporaryFolder } from './temporary-folder.ts';

describe('tools', () => {
  it('are those of all apps, each family once', async () => {
    const tools = await jsonOf<ToolDescription[]>(temporaryFolder(), ['tools', '--json']);
    const names = tools.map(({ name }) => name);

    expect(names).toContain('EmailClientV2__send_email');
    expect(names).not.toContain('Mail__send_email');
    expect(new Set(names).size).toBe(names.length);
  });

  it('are those of one app, in words', async () => {
    const { code, stdout } = await orreryIn(temporaryFolder(), ['tools', '--app', 'Mail']);

    expect(stdout).toContain(
      [
        'Mail__get_email_by_id(email_id: str, folder_name: str = "INBOX") -> Email',
        '  Read an email, which marks it as read.',
        '  folder_name: INBOX, SENT, DRAFT, TRASH',
        '  write; for agent',
      ].join('\n'),
    );
    expect(code).toBe(0);
  });

  it('are those of a scenario, by its own names', async () => {
    const tools = await jsonOf<ToolDescription[]>(sampleWorkspace(), [
      'tools',
      'scenarios/invoice-by-noon.ts',
      '--app',
      'mail',
      '--json',
    ]);

    expect(tools[0]?.name).toBe('mail__list_emails');
    expect(tools.find(({ name }) => name === 'mail__move_email')?.parameters['required']).toEqual([
      'email_id',
    ]);
  });

  it.each([
    [['--app', 'Soup'], /^There is no app "Soup"\. The apps are AgentUserInterface, /],
    [
      ['scenarios/invoice-by-noon.ts', '--app', 'Mail'],
      /^There is no app "Mail"\. The apps are user, mail\.$/m,
    ],
  ])('are refused for an app that there is not: %j', async (args, message) => {
    const { code, stdout, stderr } = await orreryIn(sampleWorkspace(), ['tools', ...args]);

    expect(stderr).toMatch(message);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });
});
