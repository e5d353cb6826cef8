import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Deed, inbox, knownIn, letter } from './office.ts';

const trash = ['folders', 'TRASH', 'emails'];
const comesIn = (id: string) => ({ op: 'splice', path: inbox(), at: 0, remove: 0, insert: [letter(id)] });

/** Any actor reads, marks, adds or replaces one of a few emails; the inbox starts with two. */
const deed: fc.Arbitrary<Deed> = fc
  .record({
    by: fc.constantFrom('agent', 'user', 'environment'),
    id: fc.constantFrom('inbox-1', 'inbox-2', 'third', 'fourth'),
    what: fc.constantFrom('read', 'mark', 'come', 'swap'),
  })
  .map(({ by, id, what }): Deed => {
    const changes = {
      read: [],
      mark: [{ op: 'set', path: inbox(0, 'is_read'), value: true }],
      come: [comesIn(id)],
      swap: [
        { op: 'splice', path: inbox(), at: 1, remove: 1, insert: [letter(id)] },
        { op: 'splice', path: trash, at: 0, remove: 0, insert: [letter(`${id}-old`)] },
      ],
    }[what];
    return { by, app: 'mail', changes, answer: what === 'read' ? [id] : null };
  });
const deeds = fc.array(deed, { maxLength: 12 });

it('the agent’s knowledge after an entry does not depend on later entries', () => {
  fc.assert(
    fc.property(deeds, (all) => {
      const whole = knownIn(all);
      for (let at = -1; at < all.length; at++)
        expect(whole('mail', at)).toEqual(knownIn(all.slice(0, at + 1))('mail', at));
    }),
  );
});

it('a record that the agent knows stays known since the same entry', () => {
  fc.assert(
    fc.property(deeds, (all) => {
      const whole = knownIn(all);
      const since = new Map<string, number>();
      for (let at = -1; at < all.length; at++)
        for (const { id, awareness } of whole('mail', at).records) {
          const before = since.get(id);
          if (before !== undefined) expect(awareness).toMatchObject({ since: before });
          if (awareness.status !== 'unknown') since.set(id, awareness.since);
        }
    }),
  );
});

it('a stale record was changed by someone other than the agent after the agent last saw it', () => {
  fc.assert(
    fc.property(deeds, (all) => {
      for (const { awareness } of knownIn(all)('mail').records) {
        if (awareness.status !== 'stale') continue;
        expect(awareness.since).toBeLessThanOrEqual(awareness.seen);
        expect(awareness.seen).toBeLessThan(awareness.changed);
        expect(all[awareness.changed]!.by).not.toBe('agent');
      }
    }),
  );
});
