import { eventId, type EventId } from '../model/ids.ts';
import { formatPlace } from '../model/place.ts';
import type { Problem } from '../model/problem.ts';
import type { Declaration } from './declaration.ts';

/** Given ids, and for the others ids that sort in the order of declaration. */
export function idsOf(declared: readonly Declaration[]): ReadonlyMap<Declaration, EventId> {
  const width = String(declared.length).length;
  const ids = new Map<Declaration, EventId>();
  for (const declaration of declared) {
    const number = String(ids.size + 1).padStart(width, '0');
    ids.set(declaration, eventId(declaration.givenId ?? `${number}-${whatIn(declaration)}`));
  }
  return ids;
}

const whatIn = ({ doing }: Declaration): string =>
  doing.kind === 'action' ? `${doing.app}-${doing.tool}` : doing.kind;

/** A problem for each id that is given although another event has it. */
export function doubles(
  declared: readonly Declaration[],
  ids: ReadonlyMap<Declaration, EventId>,
): readonly Problem[] {
  const named = declared.filter(({ givenId }) => givenId !== undefined);
  if (named.length === 0) return [];
  const given = new Map<EventId, Declaration>();
  const problems: Problem[] = [];
  for (const declaration of named) {
    const id = ids.get(declaration)!;
    const other = given.get(id);
    if (other === undefined) given.set(id, declaration);
    else problems.push(double(id, declaration, other));
  }
  for (const [declaration, id] of ids) {
    const other = declaration.givenId === undefined ? given.get(id) : undefined;
    if (other !== undefined) problems.push(double(id, other, declaration));
  }
  return problems;
}

function double(id: string, { place }: Declaration, other: Declaration): Problem {
  const where = other.place === undefined ? 'another event' : formatPlace(other.place);
  const message = `found the id "${id}" again, wanted one of its own: ${where} has it`;
  return { severity: 'error', message, place };
}
