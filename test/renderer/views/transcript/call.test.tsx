// @vitest-environment happy-dom
import type { JSX } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { tellingArgument } from '../../../../engine/model/index.ts';
import { Call, editText, leadOf, Value } from '../../../../renderer/views/transcript/call.tsx';

const textIn = (element: JSX.Element): string => {
  const page = document.createElement('div');
  page.innerHTML = renderToStaticMarkup(element);
  return page.textContent;
};

describe('a call', () => {
  it.each([
    [{ timeout: 5, command: 'ls' }, 'command'],
    [{ path: '/a', view_range: [1, 2] }, 'path'],
    [{ id: 'x', query: 'soup' }, 'query'],
    [{ a: 'x', b: 'the longer' }, 'b'],
    [{ command: '', path: '/a' }, 'path'],
    [{ list: [1] }, 'list'],
    [{}, undefined],
  ])('of %j is told by %s', (args, telling) => {
    expect(tellingArgument(args)).toBe(telling);
  });

  it('has the telling argument in its head if that is short', () => {
    expect(leadOf({ command: 'ls -l' })).toBe('ls -l');
    expect(leadOf({ command: 'cat <<E\nx\nE' })).toBeUndefined();
    expect(leadOf({ count: 3 })).toBe('3');
  });

  it('shows short arguments beside their names, and long ones and results under them', () => {
    const text = textIn(
      <Call
        args={{ command: 'ls', cwd: '/tmp' }}
        came={{ output: 'a\nb', exit_code: 0 }}
        folded
        failed={false}
      />,
    );
    expect(text).toBe('cwd /tmpexit_code 0outputa\nb');
  });

  it('shows an edit as a diff', () => {
    expect(editText('a\nb\n', 'a\nc\n')).toBe(' a\n-b\n+c');
    const args = { path: '/a.py', old_str: 'x = 1', new_str: 'x = 2' };
    expect(textIn(<Call args={args} came={null} folded failed={false} />)).toContain('-x = 1\n+x = 2');
  });

  it('shows the parts of a result, and images in them', () => {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } };
    const value = [{ type: 'text', text: 'Seen:' }, image];
    const markup = renderToStaticMarkup(<Value value={value} folded={false} />);
    expect(markup).toContain('Seen:');
    expect(markup).toContain('src="data:image/png;base64,AAAA"');
  });
});
