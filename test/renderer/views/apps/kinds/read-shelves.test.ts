import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../../engine/model/values/json.ts';
import { readFlats } from '../../../../../renderer/views/apps/kinds/apartments.ts';
import { readCabs } from '../../../../../renderer/views/apps/kinds/cabs.ts';
import type { Shelf } from '../../../../../renderer/views/apps/kinds/cards.ts';
import { readMail } from '../../../../../renderer/views/apps/kinds/mail.ts';
import { readShop } from '../../../../../renderer/views/apps/kinds/shop.ts';
import { flats, rides, shop } from '../shelves.ts';

/** One line for each card, by the name of its shelf. */
const linesOf = (shelves: readonly Shelf[] | undefined): Record<string, readonly string[]> =>
  Object.fromEntries(
    (shelves ?? []).map(({ name, cards }) => [
      name,
      cards.map(({ title, aside = '', under = '', tag = '' }) => [title, aside, under, tag].join(' | ')),
    ]),
  );

const opened = (shelves: readonly Shelf[] | undefined, key: string): string => {
  const card = shelves?.flatMap(({ cards }) => cards).find((one) => one.key === key);
  const { facts, text, parts } = card!.open();
  return [
    ...facts.map(({ name, text }) => `${name}: ${text}`),
    ...(text === undefined ? [] : [text]),
    ...(parts?.rows.map(({ cells }) => cells.join(' | ')) ?? []),
  ].join('\n');
};

describe('readShop()', () => {
  it('returns the catalogue, the cart, the orders and the discount codes', () => {
    expect(linesOf(readShop(shop))).toEqual({
      Catalogue: ['Mug | from 8.00 | 2 variants | ', 'Tray |  | 0 variants | sold out'],
      Cart: ['Mug (colour: blue) | 16.00 | 2 × 8.00 | '],
      Orders: [
        '2026-01-06 09:00:00 | 8.00 | gone | cancelled',
        '2026-01-05 09:00:00 | 24.00 | Mug (colour: blue) | shipped',
      ],
      'Discount codes': ['Mug (colour: blue) |  | SPRING, TEA | '],
    });
    expect(readShop(shop)?.[1]?.sum).toBe('Total 16.00');
  });

  it('returns the facts of a product, an order and a discount code', () => {
    expect(opened(readShop(shop), 'mug')).toBe(
      'Id: mug\ncolour: blue | 8.00 | yes | blue\ncolour: gold, rim: yes | 1,200.50 | no | gold',
    );
    expect(opened(readShop(shop), 'old')).toBe(
      'Status: shipped\nDate: 2026-01-05 09:00:00 UTC\nTotal: 24.00\nId: old\nMug (colour: blue) | 3 | 8.00',
    );
    expect(opened(readShop({ ...shop, cart: {}, products: {}, orders: {} }), 'blue')).toBe(
      'SPRING | 10\nTEA | 2.5',
    );
  });
});

describe('readFlats()', () => {
  it('returns all flats and the saved flats', () => {
    const loft = 'Loft | 1,200.00 | 2 bed · Leeds | saved';

    expect(linesOf(readFlats(flats))).toEqual({
      'All flats': ['room | 0.00 |  | ', loft],
      Saved: [loft],
    });
  });

  it('returns the facts of a flat', () => {
    expect(opened(readFlats(flats), 'loft')).toBe(
      'Location: Leeds\nPrice: 1,200.00\nBedrooms: 2\nAmenities: Gym, Balcony\nSaved: yes',
    );
  });
});

describe('readCabs()', () => {
  it('returns the current ride, all rides and offers (latest first) and the services', () => {
    const recent = 'Home → Work | 8.94 | 2026-01-05 08:50:00 · Van | IN_PROGRESS';

    expect(linesOf(readCabs(rides))).toEqual({
      'On its way': [recent],
      Rides: [recent, 'Work → Home | 9.00 |  | COMPLETED'],
      Offers: [],
      Services: ['Van | 1.50 / km | 6 seats | '],
    });
  });

  it('returns no current ride when the state names none', () => {
    expect(linesOf(readCabs({ ...rides, on_going_ride: null }))['On its way']).toEqual([]);
  });

  it('returns the facts of a ride with its delays', () => {
    expect(opened(readCabs(rides), 'b2')).toBe(
      [
        'Service: Van',
        'From: Home',
        'To: Work',
        'Price: 8.94',
        'Status: IN_PROGRESS',
        'Id: b2',
        'Starts: 2026-01-05 08:50:00 UTC',
        '2026-01-05 08:50:00 | 10',
      ].join('\n'),
    );
  });
});

describe('readMail()', () => {
  const mailbox = {
    folders: {
      INBOX: {
        emails: [
          { email_id: 'old', sender: 'ben@example.org', timestamp: 1_767_603_000, is_read: true },
          {
            email_id: 'new',
            sender: 'ada@example.org',
            recipients: ['me@example.org', 'ben@example.org'],
            subject: 'Two eggs',
            content: 'Please.',
            attachments: { 'menu.txt': 'U291cA==' },
            timestamp: 1_767_603_605,
            is_read: false,
          },
        ],
      },
      SENT: { emails: [] },
    },
  };

  it('returns the folders with the newest mail first and its path in the state', () => {
    const shelves = readMail(mailbox);

    expect(linesOf(shelves)).toEqual({
      INBOX: [
        'ada@example.org | 01-05 09:00 | Two eggs | ',
        'ben@example.org | 01-05 08:50 | (no subject) | ',
      ],
      SENT: [],
    });
    expect(shelves?.[0]?.cards.map(({ path, unread }) => [path.at(-1), unread])).toEqual([
      [1, true],
      [0, false],
    ]);
  });

  it('shows the recipients of mail in the SENT folder', () => {
    const { INBOX } = mailbox.folders;
    const shelves = readMail({ folders: { INBOX: { emails: [] }, SENT: INBOX } });

    expect(shelves?.[1]?.cards.map(({ title, unread }) => [title, unread])).toEqual([
      ['To me@example.org, ben@example.org', false],
      ['To ', false],
    ]);
  });

  it('returns the facts and the text of a mail', () => {
    expect(opened(readMail(mailbox), 'new')).toBe(
      [
        'From: ada@example.org',
        'To: me@example.org, ben@example.org',
        'Files: menu.txt',
        'At: 2026-01-05 09:00:05 UTC',
        'Please.',
      ].join('\n'),
    );
  });
});

describe('readers of invalid states', () => {
  it.each<[string, (state: Json) => unknown, Json]>([
    ['shop', readShop, { ...shop, orders: { old: 'lost' } }],
    ['shop', readShop, []],
    ['listing', readFlats, { apartments: 3 }],
    ['listing', readFlats, null],
    ['fleet', readCabs, { ...rides, ride_history: [7] }],
    ['fleet', readCabs, 'cabs'],
    ['mailbox', readMail, { folders: { INBOX: { emails: ['lost'] } } }],
    ['mailbox', readMail, { folders: [] }],
  ])('return undefined for an invalid %s', (_name, read, state) => {
    expect(read(state)).toBeUndefined();
  });
});
