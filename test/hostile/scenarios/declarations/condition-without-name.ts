// ends: refused
// says: condition(name, check): A function is not a name.
// hostile: {"says": ":\\d+:\\d+: events: TypeError: condition\\(name, check\\): A function is not a name\\."}
import { emailClient, minutes, scenario } from 'orrery';

export default scenario({
  name: 'trap',
  duration: minutes(5),
  apps: () => ({ mail: emailClient() }),
  events(_apps, { condition }) {
    // @ts-expect-error -- as a file may be that is run although its types do not fit
    condition(() => true);
  },
});
