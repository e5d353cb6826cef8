import type { RunMode } from '../../../engine/model/run.ts';
import { fromSeconds, type SimTime } from '../../../engine/model/values/time.ts';
import type { Authoring, CapturedApps } from '../../../engine/scenario/declaration.ts';
import type { pad } from '../scenario/pad.ts';

export interface Desk extends Record<string, ReturnType<typeof pad>> {
  desk: ReturnType<typeof pad>;
}
export type Apps = CapturedApps<Desk>['desk'];
export type Words = Authoring<Desk>;

/** A scenario and the expected status of one of its events. */
export interface Fixture {
  readonly name: string;
  readonly events: (desk: Apps, words: Words) => void;
  readonly ask: string;
  /** The entry after which the status is computed; by default the last one. */
  readonly at?: number;
  readonly mode?: RunMode;
  readonly agent?: string;
  readonly status: object;
}

/** Declares an event that writes its own id. */
export const write = (desk: Apps, id: string): ReturnType<Apps['write']> => desk.write({ text: id }).id(id);

export const at = (time: number): SimTime => fromSeconds(time);

export const never = (): boolean => false;
