import type { EventKind } from '../../engine/model/event.ts';
import { KINDS } from './bins.ts';

/** The colours of the picture, as the style sheet has them right now. */
export interface Palette {
  readonly kinds: Readonly<Record<EventKind, string>>;
  readonly trouble: string;
  readonly moment: string;
  readonly hit: string;
  readonly surface: string;
  readonly band: string;
  readonly line: string;
  readonly text: string;
  readonly font: string;
}

export function paletteOf(element: Element): Palette {
  const style = getComputedStyle(element);
  const colour = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return {
    kinds: Object.fromEntries(KINDS.map((kind) => [kind, colour(`kind-${kind}`)])) as Record<
      EventKind,
      string
    >,
    trouble: colour('failed'),
    moment: colour('moment'),
    hit: colour('hit'),
    surface: colour('surface'),
    band: colour('sunken'),
    line: colour('line'),
    text: colour('ink-faint'),
    font: `11px ${colour('font')}`,
  };
}
