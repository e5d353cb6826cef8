import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../engine/model/values/json.ts';
import type { Path } from '../../../../engine/model/values/paths.ts';
import { isPath } from '../../../../main/host/probes/probe-evaluator.ts';
import { expressionFor } from '../../../../renderer/views/probes/probe-form.tsx';
import { exampleOf } from '../../../../renderer/views/probes/probes.tsx';

const MAIL: Json = {
  folders: {
    INBOX: {
      emails: [
        { email_id: 'a "1"', parent_id: 'x', to: ['eve'] },
        { email_id: 'b', parent_id: 'x' },
      ],
    },
  },
  'by name': { é: [1, 2] },
};

describe('placeOf()', () => {
  it.each<[Path, string]>([
    [[], 'apps.mail'],
    [
      ['folders', 'INBOX', 'emails', 0, 'to', 0],
      'apps.mail.folders.INBOX.emails.find((item) => item.email_id === "a \\"1\\"")?.to[0]',
    ],
    [['by name', 'é', 1], 'apps.mail["by name"]?.["é"]?.[1]'],
    [['folders', 'gone', 3, 'x'], 'apps.mail.folders.gone[3]?.x'],
  ])('returns an expression for %j that needs no trust', (path, expression) => {
    expect(expressionFor('mail', path, MAIL)).toBe(expression);
    expect(isPath(expression)).toBe(true);
  });

  it('uses list positions when the state is not known', () => {
    expect(expressionFor('the mail', ['emails', 0])).toBe('apps["the mail"].emails[0]');
  });
});

describe('exampleOf()', () => {
  it('counts the first list that is not empty, or the keys of the state', () => {
    expect(exampleOf('mail', { empty: [], in: { full: [1] } })).toBe('apps.mail.in.full.length');
    expect(exampleOf('mail', { empty: [] })).toBe('apps.mail.empty.length');
    expect(exampleOf('mail', { face: 'round' })).toBe('Object.keys(apps.mail).length');
  });
});
