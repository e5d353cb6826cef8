// ends: refused
// says: No app can be named __proto__.
// hostile: {"says": "No app can be named __proto__\\."}
import { emailClient, minutes, scenario } from 'orrery';

export default scenario({
  name: 'trap',
  duration: minutes(5),
  apps: () => ({ __proto__: emailClient() }),
  events: () => undefined,
});
