import { app } from '../app.ts';
import { float, nullable, optional, str } from '../argument.ts';
import { refuse, toolOf } from '../tool.ts';
import { callsCounted, cityWith, countCall, crimesAt, type CityState } from './state.ts';

const tool = toolOf<CityState>();

/** How much crime there is in a city. It answers so many questions, then takes a rest of half an hour. */
export const city = app({
  class: 'CityApp',
  initial: cityWith,
  tools: {
    get_crime_rate: tool({
      summary: 'Get the rates of violent and of property crime at a postcode. Calls are limited.',
      returns: 'CrimeDataPoint',
      effect: 'write',
      recordedAs: 'read',
      callers: ['agent'],
      args: { zip_code: str },
      apply(city, { zip_code }, { now }) {
        countCall(city, now);
        return crimesAt(city, zip_code);
      },
    }),
    get_api_call_count: tool({
      summary: 'Get how many calls of get_crime_rate count against their limit.',
      returns: 'int',
      effect: 'read',
      callers: ['agent'],
      args: {},
      apply: (city, _args, { now }) => callsCounted(city, now),
    }),
    get_api_call_limit: tool({
      summary: 'Get how many calls of get_crime_rate are answered before a rest of half an hour.',
      returns: 'int',
      effect: 'read',
      callers: ['agent'],
      args: {},
      apply: ({ api_call_limit }) => api_call_limit,
    }),
    add_crime_rate: tool({
      summary: 'Let the crime rates of a postcode be known.',
      returns: 'str',
      effect: 'write',
      callers: ['environment'],
      args: { zip_code: str, violent_crime_rate: float, property_crime_rate: float },
      apply({ crime_data }, { zip_code, violent_crime_rate, property_crime_rate }) {
        crime_data[zip_code] = { violent_crime: violent_crime_rate, property_crime: property_crime_rate };
        return 'Added Successfully';
      },
    }),
    update_crime_rate: tool({
      summary: 'Change a crime rate of a postcode, or both.',
      returns: 'str',
      effect: 'write',
      callers: ['environment'],
      args: {
        zip_code: str,
        new_violent_crime_rate: optional(nullable(float), null),
        new_property_crime_rate: optional(nullable(float), null),
      },
      apply(city, { zip_code, new_violent_crime_rate: violent, new_property_crime_rate: property }) {
        if (violent === null && property === null)
          refuse('ValueError', 'found no new rate, wanted one at least');
        const crimes = crimesAt(city, zip_code);
        if (violent !== null) crimes.violent_crime = violent;
        if (property !== null) crimes.property_crime = property;
        return 'Updated Successfully';
      },
    }),
  },
});
