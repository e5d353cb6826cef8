import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type * as z from 'zod';
import type { Handlers, Services } from '../../main/host/bridge/handlers.ts';
import { handlersFor } from '../../main/host/bridge/handlers.ts';
import { RunDatabase } from '../../main/host/bridge/run-database.ts';
import { KnownFolders, Trust } from '../../main/host/settings/trust.ts';
import { Workspace } from '../../main/host/workspace/workspace.ts';
import { type CallName, calls } from '../../preload/contract.ts';
import { MAX_JSON_DEPTH } from '../../engine/model/index.ts';
import { checkShape } from '../../engine/model/problem.ts';
import { unchecked } from '../main/host/runs/dinner.ts';
import { temporaryFolder } from '../main/temporary-folder.ts';

const names = Object.keys(calls) as CallName[];

/** The schemas nested in a schema, each with the path step to it. */
function partsOf(def: z.core.$ZodTypeDef): readonly (readonly [string, z.core.$ZodType])[] {
  if ('shape' in def)
    return Object.entries((def as z.core.$ZodObjectDef).shape).map(([key, part]) => [`.${key}`, part]);
  if ('options' in def) return (def as z.core.$ZodUnionDef).options.map((option) => ['', option]);
  if ('element' in def) return [['[]', (def as z.core.$ZodArrayDef).element]];
  if ('innerType' in def) return [['', (def as z.core.$ZodOptionalDef).innerType]];
  if ('keyType' in def) return [['{}', (def as z.core.$ZodRecordDef).keyType]];
  return 'in' in def ? [['', (def as z.core.$ZodPipeDef).in]] : [];
}

/** The paths in a request's schema whose text or list has no maximum length. */
function unlimited(shape: z.core.$ZodType, path: string): readonly string[] {
  const { def } = shape._zod;
  const bounds = new Set(def.checks?.map((check) => check._zod.def.check));
  const isBounded = bounds.has('max_length') || bounds.has('string_format');
  const own = (def.type === 'string' || def.type === 'array') && !isBounded ? [path] : [];
  return [...own, ...partsOf(def).flatMap(([step, part]) => unlimited(part, `${path}${step}`))];
}

/** The handlers of a window whose folder is not trusted. */
function untrusted(): Handlers {
  const folder = temporaryFolder({ 'scenarios/dinner.ts': 'export default 1;' });
  const observer = { logged: () => undefined, changed: () => undefined, hit: () => undefined };
  const database = new RunDatabase(join(folder, 'runs.db'), unchecked, observer);
  onTestFinished(() => {
    database[Symbol.dispose]();
  });
  const trust = new Trust(folder, new KnownFolders(join(folder, 'folders.json')), false);
  // The services that a refused call needs.
  const services: Partial<Services> = { database, workspace: new Workspace(folder), trust };
  return handlersFor(services as Services);
}

describe('the contract of calls between window and main', () => {
  it.each(names)('limits the length of every text and list in the request of %s', (name) => {
    expect(unlimited(calls[name].request, name)).toEqual([]);
  });

  it.each([
    ['a value of many levels', MAX_JSON_DEPTH + 1, 'levels'],
    ['a value of a hundred thousand levels', 100_000, 'levels'],
  ])('refuses %s with a message', (_what, depth, words) => {
    let value: unknown = 1;
    for (let level = 0; level < depth; level++) value = [value];

    const read = checkShape(calls['run.act'].request, {
      run: 'r1',
      at: 0,
      actor: 'user',
      action: { app: 'mail', tool: 'send', args: { value } },
    });

    expect(read).toMatchObject({ findings: [{ message: expect.stringContaining(words) as string }] });
  });

  it('refuses every call that would run code in an untrusted workspace', async () => {
    const handlers = untrusted();
    const refused = names.filter((name) => calls[name].untrusted === 'refused');

    for (const name of refused)
      await expect(
        (async () => handlers[name]({ run: 'r1', path: 'scenarios/dinner.ts' } as never))(),
        name,
      ).rejects.toMatchObject({ code: 'not-trusted' });
    expect(refused).toContain('run.start');
  });
});
