import { about, app, float, refuse, str, toolOf } from 'orrery';

/** What the greenhouse is like at a moment: whatever JSON can hold. */
interface GreenhouseState {
  celsius: number;
  /** Whether it is open, by vent. */
  vents: Record<string, boolean>;
}

const tool = toolOf<GreenhouseState>();

export const greenhouse = app({
  class: 'Greenhouse',
  initial: ({
    celsius = 20,
    vents = ['north'],
  }: {
    celsius?: number;
    vents?: string[];
  }): GreenhouseState => ({
    celsius,
    vents: Object.fromEntries(vents.map((vent) => [vent, false])),
  }),
  tools: {
    get_climate: tool({
      summary: 'Get the temperature, in degrees Celsius, and which vents are open.',
      returns: 'dict',
      effect: 'read',
      callers: ['agent'],
      args: {},
      apply: (state) => state,
    }),
    open_vent: tool({
      summary: 'Open a vent.',
      returns: 'None',
      effect: 'write',
      callers: ['agent', 'user'],
      args: { vent: about(str, 'its name') },
      apply({ vents }, { vent }) {
        if (!(vent in vents))
          refuse('ValueError', `found no vent "${vent}", wanted ${Object.keys(vents).join(', ')}`);
        vents[vent] = true;
        return null;
      },
    }),
    set_temperature: tool({
      summary: 'Let it become warmer or colder.',
      returns: 'None',
      effect: 'write',
      callers: ['environment'],
      args: { celsius: float },
      apply(state, { celsius }) {
        state.celsius = celsius;
        return null;
      },
    }),
  },
});
