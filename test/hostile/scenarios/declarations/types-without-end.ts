// ends: refused or completed
// says: anything
// hostile: {"within": 90}
import { agentUserInterface, minutes, scenario, seconds } from 'orrery';

// The compiler, not the run, has to be stopped here.
type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';
type Long<Text extends string, Left extends unknown[]> = Left extends [unknown, ...infer Rest]
  ? Long<`${Text}${Digit}`, Rest> | Long<`${Digit}${Text}`, Rest>
  : Text;
type Soup = Long<'', [1, 1, 1, 1, 1]>;
const soup: Soup = '12345';
type Deep<Item> = Item extends [infer One, ...infer Rest] ? [Deep<Rest>, One, Deep<Rest>] : Item;
const deep = null as unknown as Deep<[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18]>;

export default scenario({
  name: 'trap',
  duration: minutes(5),
  apps: () => ({ user: agentUserInterface() }),
  events({ user }) {
    void deep;
    user.send_message_to_agent({ content: soup }).at(seconds(1));
  },
});
