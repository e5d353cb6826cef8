import type { AppInstance } from '../apps/app.ts';
import { seededRandom } from '../kernel/random.ts';
import type { ActionEvent } from '../model/event.ts';
import { appName, eventId } from '../model/ids.ts';
import { minutes, seconds, toSeconds, type SimSpan } from '../model/time.ts';
import { bystanders } from './bystanders.ts';
import { mails } from './mails.ts';
import { messages } from './messages.ts';
import type { Noise } from './noise.ts';
import { flats, products } from './offers.ts';
import type { Kind, Teller } from './story.ts';

const KINDS: readonly Kind[] = [mails, messages, products, flats];

/** How long there is noise in a run that has no end of its own. */
const UNBOUNDED = minutes(6);

/** What is put into a world. */
interface Quiet {
  readonly apps: Readonly<Record<string, AppInstance>>;
  readonly duration: SimSpan | undefined;
}

/**
 * Events that make a world less quiet, as often a minute as `noise` says on average and evenly shared by the apps in
 * which something can happen of itself. The same seed gives the same events, whatever else chance decides in the run.
 *
 * Their ids begin as those of the field do, by which its judges know them.
 */
export function noiseEvents(
  { apps, duration = UNBOUNDED }: Quiet,
  { perMinute, seed, from }: Noise,
): readonly ActionEvent[] {
  const sources = from === undefined ? bystanders() : Object.values(from());
  const tellers = Object.entries(apps).flatMap(([name, app]) => {
    const tell = KINDS.map((kind) => kind(app, sources)).find((told) => told !== undefined);
    return tell === undefined ? [] : [{ name, tell }];
  });
  const pause = perMinute === 0 ? Infinity : (60 * tellers.length) / perMinute; // mean, in seconds
  return tellers.flatMap(({ name, tell }, at) => happening(name, tell, { at, seed, pause, duration }));
}

/** What happens in one app: the pauses between are such that each moment is as likely as any other. */
function happening(
  name: string,
  tell: Teller,
  when: {
    readonly at: number;
    readonly seed: number;
    readonly pause: number;
    readonly duration: SimSpan;
  },
): readonly ActionEvent[] {
  const random = seededRandom(when.seed, `noise/${name}`);
  const idOf = (count: number): string =>
    `env_expansion-${when.at + 1}-${name.replace(/\W+/g, '-')}-${String(count + 1).padStart(4, '0')}`;
  const events: ActionEvent[] = [];
  for (let time = 0; ;) {
    const first = events.length;
    const story = tell((items) => items[random.int(0, items.length - 1)]!);
    for (const { tool, args } of story((step) => `{{${idOf(first + step)}}}`)) {
      time -= Math.log(1 - random.next()) * when.pause;
      if (time >= toSeconds(when.duration)) return events;
      events.push({
        id: eventId(idOf(events.length)),
        kind: 'environment',
        timing: { kind: 'from-start', delay: seconds(time) },
        place: undefined,
        action: { app: appName(name), tool, args },
        oracle: false,
        onFailure: 'continue',
        isNoise: true,
      });
    }
  }
}
