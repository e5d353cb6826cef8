import { describe, expect, it } from 'vitest';
import { fromRecorded } from '../../../../engine/apps/catalogue.ts';
import { city, type CityState } from '../../../../engine/apps/city/city.ts';
import { AppUnderTest, HOUR, NOW } from '../app-under-test.ts';

const crimes = { violent_crime: 2.5, property_crime: 17 };

/** A city with a limit of two calls. */
const town = (): AppUnderTest<CityState> =>
  new AppUnderTest(city({ crime_data: { LS1: crimes }, api_call_limit: 2 }));

/** The same city, which reached its limit `ago` seconds ago. */
const rested = (ago: number): AppUnderTest<CityState> =>
  new AppUnderTest({ ...city(), state: { ...town().state, api_call_count: 2, rate_limit_time: NOW - ago } });

describe('city()', () => {
  it('starts with its crime rates and a limit of 100 calls', () => {
    expect(new AppUnderTest(city({ crime_data: { LS1: crimes } })).state).toEqual({
      api_call_limit: 100,
      crime_data: { LS1: crimes },
      api_call_count: 0,
      rate_limit_time: null,
    });
  });

  it('returns a crime rate and counts the call', () => {
    const app = town();

    expect(app.ask('get_crime_rate', { zip_code: 'LS1' })).toEqual(crimes);

    expect(app.ask('get_api_call_count')).toBe(1);
    expect(app.ask('get_api_call_limit')).toBe(2);
    expect(app.state.rate_limit_time).toBeNull();
  });

  it('does not count a failed call', () => {
    const app = town();

    expect(app.refusal('get_crime_rate', { zip_code: 'LS2' })).toBe(
      'ValueError: There is no crime rate for the zip code "LS2".',
    );

    expect(app.ask('get_api_call_count')).toBe(0);
  });

  it('refuses calls for half an hour after the call that reached the limit', () => {
    const app = town();
    app.ask('get_crime_rate', { zip_code: 'LS1' });
    app.ask('get_crime_rate', { zip_code: 'LS1' });

    expect(app.refusal('get_crime_rate', { zip_code: 'LS1' })).toBe(
      'ValueError: API call limit exceeded: 2 of 2 calls were made; the next call is possible at 2026-01-05 09:30:00.',
    );
    expect(app.state.rate_limit_time).toBe(NOW);
  });

  it('accepts calls again after the half hour and not before', () => {
    const early = rested(HOUR / 2 - 0.000_001);
    const late = rested(HOUR / 2);

    expect(early.refusal('get_crime_rate', { zip_code: 'LS1' })).toContain('API call limit exceeded');
    expect(early.ask('get_api_call_count')).toBe(2);
    expect(late.ask('get_api_call_count')).toBe(0);
    expect(late.ask('get_crime_rate', { zip_code: 'LS1' })).toEqual(crimes);
    expect(late.state).toMatchObject({ api_call_count: 1, rate_limit_time: null });
  });

  it('refuses every call when the limit is 0', () => {
    const app = new AppUnderTest(city({ crime_data: { LS1: crimes }, api_call_limit: 0 }));

    expect(app.refusal('get_crime_rate', { zip_code: 'LS1' })).toBe(
      'ValueError: API call limit exceeded: 0 of 0 calls were made.',
    );
  });
});

describe('changing crime rates', () => {
  it('sets both rates of a known or new zip code', () => {
    const app = town();
    const rates = { violent_crime_rate: 1, property_crime_rate: 2 };

    expect(app.ask('add_crime_rate', { zip_code: 'LS1', ...rates })).toBe('Added Successfully');
    expect(app.ask('add_crime_rate', { zip_code: 'LS2', ...rates })).toBe('Added Successfully');

    const known = { violent_crime: 1, property_crime: 2 };
    expect(app.state.crime_data).toEqual({ LS1: known, LS2: known });
  });

  it('changes a single rate', () => {
    const app = town();

    expect(app.ask('update_crime_rate', { zip_code: 'LS1', new_violent_crime_rate: 0 })).toBe(
      'Updated Successfully',
    );
    app.ask('update_crime_rate', { zip_code: 'LS1', new_property_crime_rate: 9 });

    expect(app.state.crime_data).toEqual({ LS1: { violent_crime: 0, property_crime: 9 } });
  });

  it.each([
    [
      'add_crime_rate',
      { zip_code: 'LS1' },
      'TypeError: add_crime_rate needs the argument violent_crime_rate: float.',
    ],
    ['update_crime_rate', { zip_code: 'LS1' }, 'ValueError: At least one new rate is needed.'],
    [
      'update_crime_rate',
      { zip_code: 'toString', new_violent_crime_rate: 1 },
      'ValueError: There is no crime rate for the zip code "toString".',
    ],
  ])('%s refuses %j', (tool, args, refusal) => {
    expect(town().refusal(tool, args)).toBe(refusal);
  });
});

describe('a recorded city', () => {
  it('starts with a call count of 0', () => {
    expect(fromRecorded('CityApp', { crime_data: { LS1: crimes } })?.state).toEqual(
      new AppUnderTest(city({ crime_data: { LS1: crimes } })).state,
    );
  });

  it('is refused when a rate is missing', () => {
    expect(() => fromRecorded('CityApp', { crime_data: { LS1: { violent_crime: 1 } } })).toThrow(
      'CityApp.crime_data.LS1.property_crime: ',
    );
  });
});
