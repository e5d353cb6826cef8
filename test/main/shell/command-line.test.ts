import { describe, expect, it } from 'vitest';
import { workspaceArgument } from '../../../main/shell/command-line.ts';

describe('workspaceArgument()', () => {
  it.each([
    [['electron', '.', '--workspace', 'kitchen'], '/home/ada/kitchen'],
    [['electron', '.', '--workspace=/srv/a=b'], '/srv/a=b'],
    [['electron', '.', '--disable-gpu'], undefined],
    [['electron', '.', '--workspace'], undefined],
    [['electron', '.', '--workspace='], undefined],
  ])('reads the workspace of %j as %s', (args, folder) => {
    expect(workspaceArgument(args, '/home/ada')).toBe(folder);
  });
});
