import type { Json, JsonObject } from '../model/index.ts';
import type { Heading, Shape } from './changes-text.ts';

/** Whether `given` can be what the first line says of the `count` changes after it. */
export function isHeading(given: JsonObject, count: number): given is JsonObject & Heading {
  const { shapes, made, counts } = given;
  return (
    isListOf(shapes, isShape) &&
    isListOf(made, isCount) &&
    isListOf(counts, isCount) &&
    made.length === count &&
    made.every((place) => place < shapes.length) &&
    counts.reduce((sum, one) => sum + one, 0) === count
  );
}

function isShape(given: Json): given is Json & Shape {
  if (!isList(given) || given.length !== 3) return false;
  const [op, app, path] = given;
  return (
    (op === 'set' || op === 'delete' || op === 'splice') && typeof app === 'string' && isListOf(path, isStep)
  );
}

const isStep = (given: Json): given is string | null => typeof given === 'string' || given === null;

const isCount = (given: Json): given is number => Number.isInteger(given) && (given as number) >= 0;

const isListOf = <Item extends Json>(
  given: Json | undefined,
  isItem: (item: Json) => item is Item,
): given is readonly Item[] => isList(given) && given.every(isItem);

const isList = (given: Json | undefined): given is readonly Json[] => Array.isArray(given);
