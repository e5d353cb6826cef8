import { app, refuse, str, type ToolContext, toolOf, toSeconds } from '../../../engine/scenario/orrery.ts';

interface Parcel {
  status: string;
  /** Seconds since the Unix epoch. */
  updated: number;
}

/** Parcels by tracking number. */
interface ParcelState {
  parcels: Record<string, Parcel>;
}

const tool = toolOf<ParcelState>();

/** Parcels that are on their way to the user. */
export const parcels = app({
  class: 'ParcelApp',
  initial: ({ announced = [] }: { readonly announced?: readonly string[] }): ParcelState => ({
    parcels: Object.fromEntries(announced.map((number) => [number, { status: 'announced', updated: 0 }])),
  }),
  tools: {
    track_parcel: tool({
      summary: 'Get the status of a parcel.',
      effect: 'read',
      callers: ['agent'],
      args: { tracking_number: str },
      apply: (state, { tracking_number }) => parcelOf(state, tracking_number),
    }),
    update_parcel: tool({
      summary: 'Change the status of a parcel.',
      effect: 'write',
      callers: ['environment'],
      args: { tracking_number: str, status: str },
      apply(state, { tracking_number, status }, { now }: ToolContext) {
        const parcel = parcelOf(state, tracking_number);
        parcel.status = status;
        parcel.updated = toSeconds(now);
        return null;
      },
    }),
  },
});

const parcelOf = ({ parcels }: ParcelState, number: string): Parcel =>
  Object.hasOwn(parcels, number) ? parcels[number]! : refuse('KeyError', `There is no parcel "${number}".`);
