import type * as z from 'zod';
import { inShape, inWords } from '../../engine/index.ts';
import type { Json } from '../../engine/model/json.ts';

/** `value` as `shape` has it. @throws {TypeError} that says where it is not, what was found and what was wanted. */
export function shaped<Shape extends z.ZodType>(shape: Shape, value: unknown): z.output<Shape> {
  const read = inShape(shape, value as Json);
  if ('findings' in read) throw new TypeError(inWords(read.findings));
  return read.data;
}
