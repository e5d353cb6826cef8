import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../engine/model/values/json.ts';
import type { ActionEntry } from '../../../engine/model/log-entry.ts';
import { writeCompletedEvent } from '../../../engine/are/write-events.ts';
import { fill, PANTRY } from '../store/pantry.ts';

const direct = (kind: ActionEntry['kind'], args: JsonObject): ActionEntry => ({
  ...(fill(0) as ActionEntry),
  kind,
  direct: true,
  action: { app: PANTRY, tool: 'set_state', args, effect: 'write' },
});

describe('writeCompletedEvent()', () => {
  it('leaves out manual state changes, which ARE cannot represent', () => {
    const entry = direct('environment', { path: ['jars'], value: [] });

    expect(writeCompletedEvent(entry, () => undefined)).toBeUndefined();
  });

  it('writes a call of an author’s tool named set_state', () => {
    const entry = direct('agent', { path: ['jars'], value: [] });

    expect(writeCompletedEvent(entry, () => undefined)).toMatchObject({ action: { function: 'set_state' } });
  });
});
