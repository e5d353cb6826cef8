import { describe, expect, it } from 'vitest';
import { placesBelow } from '../../../../renderer/views/branch/fields.tsx';

const STATE = { folders: { INBOX: { emails: [{ subject: 'soup' }, { subject: 'fish' }] } }, 7: 'seven' };

describe('placesBelow()', () => {
  it('returns the fields beside the one being typed', () => {
    expect(placesBelow(STATE, '')).toEqual(['["7"]', 'folders']);
    expect(placesBelow(STATE, 'folders.IN')).toEqual(['folders.INBOX']);
    expect(placesBelow(STATE, 'folders.INBOX.emails[1].')).toEqual(['folders.INBOX.emails[1].subject']);
  });

  it('returns the items of a list, however its end is typed', () => {
    const items = ['folders.INBOX.emails[0]', 'folders.INBOX.emails[1]'];

    expect(placesBelow(STATE, 'folders.INBOX.emails')).toEqual(items);
    expect(placesBelow(STATE, 'folders.INBOX.emails[')).toEqual(items);
    expect(placesBelow(STATE, 'folders.INBOX.emails[0')).toEqual(items);
  });

  it('returns nothing where the state has nothing', () => {
    expect(placesBelow(STATE, 'files.')).toEqual([]);
    expect(placesBelow(undefined, '')).toEqual([]);
  });
});
