import { app, float, refuse, str, toolOf } from 'orrery';

const tool = toolOf<{ celsius: number; open: Record<string, boolean> }>();

export const greenhouse = app({
  class: 'Greenhouse',
  initial: (start: { celsius: number; open: Record<string, boolean> }) => start,
  tools: {
    get_climate: tool({ summary: 'See how warm it is.', effect: 'read', apply: (climate) => climate }),
    set_temperature: tool({
      summary: 'Let it become warmer or colder.',
      effect: 'write',
      callers: ['environment'],
      args: { celsius: float },
      apply: (state, { celsius }) => (state.celsius = celsius),
    }),
    open_vent: tool({
      summary: 'Open a vent.',
      effect: 'write',
      args: { vent: str },
      apply({ open }, { vent }) {
        if (!Object.hasOwn(open, vent)) refuse('ValueError', `There is no vent "${vent}".`);
        open[vent] = true;
        return null;
      },
    }),
  },
});
