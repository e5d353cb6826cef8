// Nothing here runs: the compiler checks what authors may write.
import { contacts } from '../../../engine/apps/contacts/contacts.ts';
import { seconds } from '../../../engine/model/values/time.ts';
import { scenario } from '../../../engine/scenario/scenario.ts';
import { pad } from './pad.ts';

export default scenario({
  name: 'types',
  tags: ['search', 'a tag of our own'],
  apps: () => ({ desk: pad(), wall: pad({ lines: ['welcome'] }), book: contacts() }),
  events({ desk, wall, book }, { condition, oracle, validation, stop }) {
    const first = desk.write({ text: 'one' }).at(seconds(1));
    const second = oracle(wall.write({ text: first.result.text, times: first.result.length })).after(first);
    condition('filled', ({ wall: { lines } }) => lines.length > 1)
      .after([first, second], seconds(2))
      .every(2);
    validation({ milestones: { filled: (_states, { now, log }) => log.length > 1 && now > 0 } }).timeout(3);
    stop().after(second).hint('It is over.', 'environment');
    // @ts-expect-error an unknown kind of hint
    stop().hint('It is over.', 'rumour');
    book.edit_contact({
      contact_id: 'ada',
      updates: { job: first.result.text, age: 36, more: [first.result] },
    });
    book.edit_contact({ contact_id: 'ada', updates: first.result });

    // @ts-expect-error a required argument is missing
    desk.write({ times: 2 });
    // @ts-expect-error an argument of another type
    desk.write({ text: 7 });
    // @ts-expect-error a result of another type
    desk.write({ text: first.result.length });
    // @ts-expect-error a text is no dictionary
    book.edit_contact({ contact_id: 'ada', updates: 'job' });
    // @ts-expect-error a list is no dictionary
    book.edit_contact({ contact_id: 'ada', updates: ['job'] });
    // @ts-expect-error a function, which JSON cannot hold
    book.edit_contact({ contact_id: 'ada', updates: { job: seconds } });
    // @ts-expect-error an argument that the tool does not have
    desk.write({ text: 'a', colour: 'red' });
    // @ts-expect-error a tool that the app does not have
    // oxlint-disable-next-line typescript/no-unsafe-call -- it has no type, which is what this line tests
    desk.erase();
    // @ts-expect-error checks cannot write to the state
    // oxlint-disable-next-line typescript/no-unsafe-call -- the same
    condition('writes', (states) => states.desk.lines.push('x') > 0);
  },
});
