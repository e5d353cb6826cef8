import { eventId, type EventId } from '../model/ids.ts';
import { formatPlace } from '../model/place.ts';
import type { Problem } from '../model/problem.ts';
import type { Declaration } from './declaration.ts';

/** Given ids, and for the others ids that sort in the order of declaration. */
export function idsOf(declared: readonly Declaration[]): ReadonlyMap<Declaration, EventId> {
  const width = String(declared.length).length;
  return new Map(
    declared.map((declaration, at) => {
      const { doing, givenId } = declaration;
      const what = doing.kind === 'action' ? `${doing.app}-${doing.tool}` : doing.kind;
      return [declaration, eventId(givenId ?? `${String(at + 1).padStart(width, '0')}-${what}`)];
    }),
  );
}

/** A problem for each id that is given although another event has it. */
export function doubles(ids: ReadonlyMap<Declaration, EventId>): readonly Problem[] {
  const given = new Map<string, Declaration>();
  const problems: Problem[] = [];
  for (const [declaration, id] of ids) {
    if (declaration.givenId === undefined) continue;
    const other = given.get(id);
    if (other === undefined) given.set(id, declaration);
    else problems.push(double(id, declaration, other));
  }
  if (given.size === 0) return problems;
  for (const [declaration, id] of ids) {
    const named = declaration.givenId === undefined ? given.get(id) : undefined;
    if (named !== undefined) problems.push(double(id, named, declaration));
  }
  return problems;
}

function double(id: string, { place }: Declaration, other: Declaration): Problem {
  const where = other.place === undefined ? 'another event' : formatPlace(other.place);
  const message = `found the id "${id}" again, wanted one of its own: ${where} has it`;
  return { severity: 'error', message, place };
}
