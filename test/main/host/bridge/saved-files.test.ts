import { expect, it } from 'vitest';
import { reportHandlers } from '../../../../main/host/bridge/library-calls.ts';

it('opens only files that the window wrote', async () => {
  const shown: string[] = [];
  const services = {
    written: new Set(['/tmp/a.html']),
    showFile: (file: string, how: string) => {
      shown.push(`${how} ${file}`);
      return Promise.resolve();
    },
  };
  const show = reportHandlers(services as never)['file.show'];

  await show({ file: '/tmp/a.html', how: 'open' });

  expect(shown).toEqual(['open /tmp/a.html']);
  await expect(show({ file: '/usr/bin/a', how: 'open' })).rejects.toMatchObject({ code: 'bad-path' });
  expect(shown).toHaveLength(1);
});
