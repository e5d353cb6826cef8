import { describe, expect, it } from 'vitest';
import { apartmentListing } from '../../../engine/apps/apartments/apartments.ts';
import { emailClient } from '../../../engine/apps/email/email.ts';
import { messaging } from '../../../engine/apps/messaging/messaging.ts';
import { namedMessaging } from '../../../engine/apps/messaging/named-messaging.ts';
import { shopping } from '../../../engine/apps/shopping/shopping.ts';
import { systemApp } from '../../../engine/apps/system/system.ts';
import { Environment } from '../../../engine/kernel/environment.ts';
import type { LogEntry } from '../../../engine/model/log-entry.ts';
import { hours, minutes } from '../../../engine/model/values/time.ts';
import { type GivenNoise, noiseEvents, noiseOf } from '../../../engine/scenario/noise.ts';
import { type Augmentation } from '../../../engine/scenario/augmentation.ts';
import { planOf } from '../../../engine/scenario/plan.ts';
import { scenario } from '../../../engine/scenario/scenario.ts';
import type { AppInstance } from '../../../engine/world/app.ts';

const town = () => ({
  mail: emailClient(),
  chats: messaging({ id_to_name: { b: 'Bo' }, conversations: [{ participant_ids: ['b'] }] }),
  oldChats: namedMessaging({ conversations: [{ participants: ['Me', 'Cy'] }] }),
  shop: shopping(),
  flats: apartmentListing(),
  system: systemApp(),
});

const noiseIn = (apps: Record<string, AppInstance>, given: GivenNoise): ReturnType<typeof noiseEvents> =>
  noiseEvents({ apps, duration: hours(1) }, noiseOf(given));

const toldIn = (augmentation: Augmentation, seed = 1): readonly LogEntry[] => {
  const noisy = scenario({
    name: 'town',
    duration: minutes(60),
    apps: town,
    events: ({ mail }) => {
      for (let minute = 1; minute < 60; minute++)
        mail.send_email_to_user_only({ sender: 'ada@example.org' }).at(minutes(minute));
    },
    augmentation,
  });
  const environment = new Environment(planOf(noisy, { seed }), { mode: 'plain' });
  environment.run();
  return environment.log;
};

const isNoise = ({ event }: LogEntry): boolean => event.startsWith('env_expansion');

describe('augmentation.noise', () => {
  it('adds events at the given rate to every app that can receive them', () => {
    const events = noiseIn(town(), { perMinute: 20 });
    const apps = events.map(({ action }) => action.app);

    expect(events.length).toBeGreaterThan(1_100);
    expect(events.length).toBeLessThan(1_300);
    expect(new Set<string>(apps)).toEqual(new Set(['mail', 'chats', 'oldChats', 'shop', 'flats']));
    expect(apps.filter((app) => app === 'mail').length).toBeGreaterThan(190);
  });

  it('contains only calls that the apps accept', () => {
    const noise = toldIn({ noise: { perMinute: 30 } }).filter(isNoise);

    expect(noise.length).toBeGreaterThan(1_500);
    expect(noise.filter(({ outcome }) => outcome.status !== 'done')).toEqual([]);
  });

  it('depends on its own seed and not on the seed of the run', () => {
    const of = (seed: number, run: number): readonly unknown[] =>
      toldIn({ noise: { seed } }, run)
        .filter(isNoise)
        .map(({ time, event }) => [time, event]);

    expect(of(1, 1)).toEqual(of(1, 2));
    expect(of(1, 1)).not.toEqual(of(2, 1));
  });

  it('changes neither the times, ids nor outcomes of other events', () => {
    const planned = (augmentation: Augmentation): readonly unknown[] =>
      toldIn(augmentation)
        .filter((entry) => !isNoise(entry))
        .map(({ time, event, outcome }) => ({ time, event, outcome }));

    expect(planned({ noise: { perMinute: 60 } })).toEqual(planned({}));
  });

  it('is generated from the apps in `from` when they are given', () => {
    const from = () => ({ mail: emailClient({ inbox: [{ sender: 'bo@example.org', subject: 'Snow' }] }) });

    const events = noiseIn(town(), { from });

    expect(new Set(events.map(({ action }) => JSON.stringify(action)))).toEqual(
      new Set([
        '{"app":"mail","tool":"send_email_to_user_only","args":{"sender":"bo@example.org","subject":"Snow","content":""}}',
      ]),
    );
  });

  it('is empty at a rate of 0 and when no app can receive events', () => {
    expect(noiseIn(town(), { perMinute: 0 })).toEqual([]);
    expect(noiseIn({ system: systemApp() }, {})).toEqual([]);
  });

  it('causes a warning when no app can receive events', () => {
    const quiet = (augmentation: Augmentation) =>
      planOf(
        scenario({
          name: 'quiet',
          apps: () => ({ system: systemApp() }),
          events: () => undefined,
          augmentation,
        }),
        {},
      );

    expect(quiet({ noise: {} }).problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('The noise has no effect'),
    ]);
    expect(quiet({ noise: { perMinute: 0 } }).problems).toEqual([]);
  });

  it.each([
    [{ perMinute: -1 }, 'augmentation.noise.perMinute: -1 is not a number from 0 to 600.'],
    [{ perMinute: Number.NaN }, 'augmentation.noise.perMinute: NaN is not a number from 0 to 600.'],
    [{ seed: 0.5 }, 'augmentation.noise.seed: 0.5 is not a whole number.'],
  ])('refuses %j', (noise, message) => {
    expect(() => toldIn({ noise })).toThrow(message);
  });
});
