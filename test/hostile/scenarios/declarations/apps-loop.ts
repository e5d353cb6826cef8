// ends: refused
// says: apps: Scenario code timed out: it ran a loop
// hostile: {"within": 90, "says": "apps: Scenario code timed out: it ran a loop"}
import { scenario } from 'orrery';
export default scenario({
  name: 'trap',
  apps: () => {
    for (;;);
  },
  events() {},
});
