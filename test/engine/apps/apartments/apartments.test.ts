import { describe, expect, it } from 'vitest';
import { apartmentListing } from '../../../../engine/apps/apartments/apartments.ts';
import type { Apartment, ListingState } from '../../../../engine/apps/apartments/state.ts';
import { fromRecorded } from '../../../../engine/apps/catalogue.ts';
import { AppUnderTest } from '../app-under-test.ts';

const facts = {
  name: 'Light loft',
  location: 'Mill Lane, Leeds',
  zip_code: 'LS1',
  price: 1200,
  property_type: 'Loft',
  square_footage: 900,
  furnished_status: 'Furnished',
  floor_level: 'Top floor',
  pet_policy: 'Cats allowed',
};

const terms = { lease_term: '1 year', amenities: ['Gym', 'Balcony'] };

const loft: Apartment = {
  ...facts,
  ...terms,
  bedrooms: 2,
  bathrooms: 1,
  apartment_id: 'loft',
  saved: false,
};

/** A listing of a loft and of a room with few fields, which is a favourite. */
const listing = (): AppUnderTest<ListingState> =>
  new AppUnderTest(
    apartmentListing({
      apartments: [loft, { apartment_id: 'room', name: 'Room', price: 300, amenities: null, saved: true }],
    }),
  );

const refusalOf = (id: string): string => `ValueError: There is no apartment "${id}".`;

describe('apartmentListing()', () => {
  it('fills in the missing fields of its apartments', () => {
    const { state } = new AppUnderTest(
      apartmentListing({ apartments: [{ name: 'Room', price: 300, saved: true }] }),
    );

    expect(state).toEqual({
      apartments: {
        'apartment-1': {
          name: 'Room',
          location: '',
          zip_code: '',
          price: 300,
          bedrooms: 1,
          bathrooms: 1,
          property_type: '',
          square_footage: 0,
          furnished_status: '',
          floor_level: '',
          pet_policy: '',
          lease_term: '',
          apartment_id: 'apartment-1',
          amenities: [],
          saved: true,
        },
      },
      saved_apartments: ['apartment-1'],
    });
  });

  it('refuses two apartments with the same id', () => {
    expect(() => apartmentListing({ apartments: [loft, loft] })).toThrow(
      'Two apartments have the id "loft".',
    );
  });
});

describe('searching apartments', () => {
  it('lists all apartments, the favourites or a single apartment', () => {
    expect(listing().ask('list_all_apartments')).toEqual(listing().state.apartments);
    expect(Object.keys(listing().ask('list_saved_apartments') as object)).toEqual(['room']);
    expect(listing().ask('get_apartment_details', { apartment_id: 'loft' })).toEqual(loft);
  });

  it('refuses an unknown apartment', () => {
    expect(listing().refusal('get_apartment_details', { apartment_id: 'hut' })).toBe(refusalOf('hut'));
  });

  const nobody: string[] = [];

  it.each([
    [{}, ['loft', 'room']],
    [{ name: 'LIGHT' }, ['loft']],
    [{ location: 'leeds' }, ['loft']],
    [{ zip_code: 'LS1' }, ['loft']],
    [{ zip_code: 'ls1' }, nobody],
    [{ min_price: 300, max_price: 1199.99 }, ['room']],
    [{ min_price: 1200 }, ['loft']],
    [{ number_of_bedrooms: 2 }, ['loft']],
    [{ number_of_bathrooms: 2 }, nobody],
    [{ number_of_bedrooms: 0, max_price: 0, square_footage: 0 }, ['loft', 'room']],
    [{ property_type: 'loft' }, ['loft']],
    [{ square_footage: 900 }, ['loft']],
    [{ square_footage: 901 }, nobody],
    [{ furnished_status: 'furnished' }, ['loft']],
    [{ furnished_status: 'unfurnished' }, nobody],
    [{ floor_level: 'Top floor' }, ['loft']],
    [{ floor_level: 'top floor' }, nobody],
    [{ pet_policy: 'cats allowed' }, ['loft']],
    [{ lease_term: '1 YEAR', zip_code: '' }, ['loft']],
    [{ amenities: ['gym', 'BALCONY'] }, ['loft']],
    [{ amenities: ['gym', 'pool'] }, nobody],
    [{ amenities: [], saved_only: true }, ['room']],
  ])('finds apartments by %j', (wanted, found) => {
    expect(Object.keys(listing().ask('search_apartments', wanted) as object)).toEqual(found);
  });

  it('refuses an invalid filter', () => {
    expect(listing().refusal('search_apartments', { number_of_bedrooms: 1.5 })).toBe(
      'TypeError: search_apartments: number_of_bedrooms must be int | None, not 1.5.',
    );
  });
});

describe('favourite apartments', () => {
  it('contain a saved apartment once, even when it is saved twice', () => {
    const app = listing();

    expect(app.ask('save_apartment', { apartment_id: 'loft' })).toBeNull();
    app.ask('save_apartment', { apartment_id: 'loft' });

    expect(app.state.saved_apartments).toEqual(['room', 'loft']);
    expect(app.state.apartments['loft']?.saved).toBe(true);
  });

  it('lose an apartment that is removed', () => {
    const app = listing();

    expect(app.ask('remove_saved_apartment', { apartment_id: 'room' })).toBeNull();

    expect(app.state.saved_apartments).toEqual([]);
    expect(app.state.apartments['room']?.saved).toBe(false);
  });

  it('refuse unknown apartments and the removal of apartments that are not favourites', () => {
    expect(listing().refusal('save_apartment', { apartment_id: 'hut' })).toBe(refusalOf('hut'));
    expect(listing().refusal('remove_saved_apartment', { apartment_id: 'loft' })).toBe(
      'ValueError: Apartment "loft" is not a favourite.',
    );
  });
});

describe('changing the apartment listing', () => {
  it('adds an apartment', () => {
    const app = listing();

    expect(
      app.ask('add_new_apartment', { ...facts, ...terms, number_of_bedrooms: 2, number_of_bathrooms: 1 }),
    ).toBe('id-1');

    expect(app.state.apartments['id-1']).toEqual({ ...loft, apartment_id: 'id-1' });
  });

  it('changes the price of an apartment', () => {
    const app = listing();

    expect(app.ask('update_apartment', { apartment_id: 'loft', new_price: 999.5 })).toBe('loft');

    expect(app.state.apartments['loft']).toEqual({ ...loft, price: 999.5 });
  });

  it('deletes an apartment from the listing and the favourites', () => {
    const app = listing();

    expect(app.ask('delete_apartment', { apartment_id: 'room' })).toBeNull();

    expect(app.state).toEqual({ apartments: { loft }, saved_apartments: [] });
    expect(app.ask('list_saved_apartments')).toEqual({});
  });

  it.each([
    ['add_new_apartment', {}, 'TypeError: add_new_apartment needs the argument name: str.'],
    ['update_apartment', { apartment_id: 'hut', new_price: 1 }, refusalOf('hut')],
    ['delete_apartment', { apartment_id: 'toString' }, refusalOf('toString')],
  ])('%s refuses %j', (tool, args, refusal) => {
    expect(listing().refusal(tool, args)).toBe(refusal);
  });
});

describe('a recorded apartment listing', () => {
  const recorded = { ...facts, bedrooms: 2, bathrooms: 1 };

  it('takes apartment ids from its keys and fills in missing fields', () => {
    const apartments = { mill: { ...recorded, apartment_id: 'loft' } };

    expect(fromRecorded('RentAFlat', { apartments })?.state).toEqual({
      apartments: { mill: { ...loft, apartment_id: 'mill', lease_term: '', amenities: [] } },
      saved_apartments: [],
    });
  });

  it('reconciles the list of favourites with the `saved` fields', () => {
    const apartments = { one: recorded, other: { ...recorded, saved: true } };

    expect(fromRecorded('RentAFlat', { apartments, saved_apartments: ['gone', 'one'] })?.state).toMatchObject(
      {
        apartments: { one: { saved: true }, other: { saved: true } },
        saved_apartments: ['one', 'other'],
      },
    );
  });
});
