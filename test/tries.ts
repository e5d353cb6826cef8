/** How often a test tries something random: `all` divided by `share` in the unit tests, all in `npm run hostile`. */
export const tries = (all: number, share = 4): number =>
  process.env['ORRERY_HOSTILE'] === undefined ? Math.ceil(all / share) : all;
