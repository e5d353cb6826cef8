import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { allCases, type HostileCase, sampleOf, soundRun } from './cases.ts';
import { runInWindow } from './in-window.ts';

const { seed, count, match, pictures } = JSON.parse(process.env['ORRERY_HOSTILE'] ?? '{"seed":1}') as {
  readonly seed: number;
  readonly count?: number;
  readonly match?: string;
  readonly pictures?: string;
};

/** The parts of the sample, by what the kinds of their cases begin with. */
const SHARES: readonly (readonly [kinds: RegExp, share: number])[] = [
  [/^scenario/, 0.57],
  [/^agent/, 0.15],
  [/^(?:trace|portable)/, 0.13],
  [/^probe/, 0.08],
  [/^breakpoint/, 0.07],
];

/** `count` of `cases` that are possible in the window, and probes as conditions of breakpoints. */
function windowSample(cases: readonly HostileCase[], count: number, seed: number): readonly HostileCase[] {
  // The window adds no probe without an expression.
  const possible = cases.filter(({ kind, args }) => kind !== 'probe' || args.at(-1)!.trim() !== '');
  const probes = possible.filter(({ kind }) => kind === 'probe');
  const all = [...possible, ...probes.map((one) => ({ ...one, kind: 'breakpoint' }))];
  return SHARES.flatMap(([kinds, share]) =>
    sampleOf(
      all.filter(({ kind }) => kinds.test(kind)),
      Math.round(share * count),
      seed,
    ),
  );
}

it('nothing that scenarios, agents, files and probes do hangs or kills the window', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-sound-'));
  const all = allCases(await soundRun(folder), seed);
  rmSync(folder, { recursive: true, force: true });
  const matching =
    match === undefined ? all : all.filter(({ kind, name }) => `${kind} · ${name}`.includes(match));
  const cases = windowSample(matching, count ?? 60, seed);
  const outcomes = await runInWindow(cases, {
    ...(pictures === undefined ? {} : { pictures }),
    tell: ({ one, fault, seconds, stopped, silence, work }) => {
      console.log(
        `${one.kind} · ${one.name}: ${fault ?? 'well'} ${seconds.toFixed(1)} s, stop ${stopped?.toFixed(0) ?? '–'} ms, silence ${silence.toFixed(0)} ms, work ${work.toFixed(0)} ms`,
      );
    },
  });
  expect(
    outcomes.filter(({ fault }) => fault !== undefined).map(({ one, fault }) => `${one.name}: ${fault!}`),
  ).toEqual([]);
});
