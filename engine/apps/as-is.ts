import { originalOf } from '../journal/originals.ts';

/** A part of a state that can only be looked at. */
export type AsIs<Part> = Part extends object ? { readonly [Key in keyof Part]: AsIs<Part[Key]> } : Part;

/** `part` of a state for looking through it: quicker than its draft, many times over where there is much to see. */
export const asIs = <Part extends object>(part: Part): AsIs<Part> => originalOf(part) as AsIs<Part>;
