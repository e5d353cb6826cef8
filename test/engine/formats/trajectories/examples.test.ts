import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readRecordings, type RecordedRun, TraceError } from '../../../../engine/index.ts';
import { toldOf } from './recordings.ts';

const FOLDER = new URL('examples/', import.meta.url);

/** What a file is read as, in plain text. */
function toldFile(name: string): string {
  const text = readFileSync(new URL(name, FOLDER), 'utf8');
  try {
    return readRecordings(text, name)
      .map((run) =>
        [
          `${run.format}: ${[run.scenario, ...run.scenarioTags].join(', ')}`,
          attemptLine(run),
          ...toldOf(run),
          ...(run.verdict === undefined ? [] : [`${run.verdict.outcome}: ${run.verdict.sentence}`]),
          ...(run.verdict?.checks ?? []).map(({ check, status }) => `check: ${check}: ${status}`),
          ...run.notes.map((note) => `note: ${note}`),
        ].join('\n'),
      )
      .join('\n\n');
  } catch (thrown) {
    if (!(thrown instanceof TraceError)) throw thrown;
    return `refused: ${thrown.message}`;
  }
}

/** What was attempted with what, what it came to and cost. */
function attemptLine({ attempt }: RecordedRun): string {
  const {
    task,
    attempt: nth,
    model,
    agent,
    tokens,
    cost,
    duration,
    errors,
    scores,
    set,
    expected,
  } = attempt!;
  const scored = scores.map(({ scorer, value, label, passed }) =>
    [scorer, label, value, passed].map((one) => one ?? '-').join(' '),
  );
  return `attempt ${nth ?? '?'} at ${task}: ${JSON.stringify({ model, agent, tokens, cost, duration, errors, scored, set: set && [set.id, set.name, set.benchmark, set.tasks.length], expected })}`;
}

describe('examples of files of other tools', () => {
  it('are read as examples.txt says', async () => {
    const told = readdirSync(FOLDER)
      .sort()
      .map((name) => `== ${name}\n${toldFile(name)}\n`);

    await expect(told.join('\n')).toMatchFileSnapshot('examples.txt');
  });
});
