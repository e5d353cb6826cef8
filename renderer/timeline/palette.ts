import type { EventKind } from '../../engine/model/index.ts';

/** The colours of the picture, as the style sheet has them right now. */
export interface Palette {
  readonly kinds: Readonly<Record<EventKind, string>>;
  readonly trouble: string;
  readonly good: string;
  readonly moment: string;
  readonly hit: string;
  readonly accent: string;
  readonly surface: string;
  readonly band: string;
  readonly line: string;
  readonly text: string;
  readonly ink: string;
  readonly font: string;
}

export function paletteOf(element: Element): Palette {
  const style = getComputedStyle(element);
  const colour = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return {
    kinds: {
      agent: colour('kind-agent'),
      user: colour('kind-user'),
      environment: colour('kind-environment'),
      condition: colour('kind-condition'),
      validation: colour('kind-validation'),
      'agent-validation': colour('kind-validation'),
      stop: colour('kind-stop'),
    },
    trouble: colour('failed'),
    good: colour('good'),
    moment: colour('moment'),
    hit: colour('hit'),
    accent: colour('accent'),
    surface: colour('surface'),
    band: colour('sunken'),
    line: colour('line'),
    text: colour('ink-faint'),
    ink: colour('ink'),
    font: `11px ${colour('font')}`,
  };
}
