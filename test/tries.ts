/** How often a test tries something random: a quarter of `all` in the unit tests, all in `npm run hostile`. */
export const tries = (all: number): number =>
  process.env['ORRERY_HOSTILE'] === undefined ? Math.ceil(all / 4) : all;
