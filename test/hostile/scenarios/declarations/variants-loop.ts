// ends: refused
// says: variants: Scenario code timed out: it ran a loop
// hostile: {"within": 90, "says": "variants: Scenario code timed out: it ran a loop"}
import { scenario, variants } from 'orrery';
export default variants({ size: [1, 2] }, ({ size }) => {
  while (size > 0);
  return scenario({ name: 'trap', apps: () => ({}), events() {} });
});
