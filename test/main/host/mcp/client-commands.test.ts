import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { clientCommands } from '../../../../main/host/mcp/index.ts';
import { shellLine } from '../../../../main/host/system/index.ts';

const ENV = { ELECTRON_RUN_AS_NODE: '1' };

it('are lines for the usual shells, with the name before the variables', () => {
  const commands = clientCommands('/tmp/o-1/orrery', ["/opt/Anna's Orrery/orrery", 'cli.js'], ENV, 'linux');

  const line = "'/opt/Anna'\\''s Orrery/orrery' cli.js mcp --connect /tmp/o-1/orrery";
  expect(commands.map(({ text }) => text)).toEqual([
    // Claude Code takes a name right after -e for another variable.
    `claude mcp add orrery -e ELECTRON_RUN_AS_NODE=1 -- ${line}`,
    `codex mcp add orrery --env ELECTRON_RUN_AS_NODE=1 -- ${line}`,
    `gemini mcp add -e ELECTRON_RUN_AS_NODE=1 orrery ${line}`,
    '{"mcpServers":{"orrery":{"command":"/opt/Anna\'s Orrery/orrery","args":["cli.js","mcp","--connect","/tmp/o-1/orrery"],"env":{"ELECTRON_RUN_AS_NODE":"1"}}}}',
  ]);
});

it('are lines for both shells of Windows', () => {
  const program = ['C:\\Program Files\\Orrery\\orrery.exe'];
  const [claude, , , others] = clientCommands('\\\\.\\pipe\\orrery-1', program, {}, 'win32');

  expect(claude!.text).toBe(
    'claude mcp add orrery -- "C:\\Program Files\\Orrery\\orrery.exe" mcp --connect \\\\.\\pipe\\orrery-1',
  );
  expect(JSON.parse(others!.text)).toEqual({
    mcpServers: {
      orrery: { command: program[0], args: ['mcp', '--connect', '\\\\.\\pipe\\orrery-1'], env: {} },
    },
  });
});

it.skipIf(process.platform === 'win32')('are read by a shell word by word', () => {
  const words = ['a b', "it's", '$HOME', '`id`', '"', '\\', '*', '', 'é;|&', 'plain'];
  const shown = execFileSync('/bin/sh', ['-c', `printf '%s\\0' ${shellLine(words)}`], { encoding: 'utf8' });
  expect(shown.split('\0').slice(0, -1)).toEqual(words);
});

it('keeps backslashes and quotes on Windows', () => {
  const words = [String.raw`C:\a b\ `.trim(), String.raw`say "hi" \"`, 'plain', ''];
  expect(shellLine(words, 'win32')).toBe(String.raw`"C:\a b\\" "say \"hi\" \\\"" plain ""`);
});
