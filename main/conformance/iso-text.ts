import type { SimTime } from '../../engine/model/time.ts';

/** `time` as scenarios write it. Cases keep to fractions that milliseconds hold. */
export const isoText = (time: SimTime): string => new Date(time / 1000).toISOString();
