import { formatLocation, type Problem } from '../../engine/model/index.ts';

/** `scenarios/dinner.ts:3:5: warning: …`: what is wrong with the scenario at `path`. */
export const problemLine = ({ severity, place, message }: Problem, path: string): string =>
  `${place === undefined ? path : formatLocation(place)}: ${severity}: ${message}`;
