import { planOf, type Plan } from '../../../engine/index.ts';
import { agentUserInterface } from '../../../engine/apps/chat/chat.ts';
import { emailClient } from '../../../engine/apps/email/email.ts';
import { seconds } from '../../../engine/model/values/time.ts';
import { scenario } from '../../../engine/scenario/scenario.ts';

const LETTERS = 500;
const WORDS = [
  'quarterly',
  'report',
  'plum',
  'invoice',
  'harbour',
  'lantern',
  'draft',
  'agenda',
  'ticket',
  'soup',
];
const wordAt = (nth: number): string => WORDS[(nth * 7 + (nth >> 3)) % WORDS.length]!;

/** An agent that moves the letters of a mailbox of some 250 KB to the trash and back, `moves` times, one a second. */
export const mailbox = (moves: number): Plan =>
  planOf(
    scenario({
      name: 'mailbox',
      apps: () => ({
        mail: emailClient({
          user_email: 'nora@lighthouse.example',
          inbox: Array.from({ length: LETTERS }, letter),
        }),
      }),
      events({ mail }, { oracle }) {
        for (let nth = 0; nth < moves; nth++) {
          const folders = ['INBOX', 'TRASH'] as const;
          const [source_folder_name, dest_folder_name] =
            Math.floor(nth / LETTERS) % 2 === 0 ? folders : folders.toReversed();
          const email_id = `inbox-${(nth % LETTERS) + 1}`;
          oracle(mail.move_email({ email_id, source_folder_name, dest_folder_name })).at(seconds(nth));
        }
      },
    }),
  );

/** An agent that is asked something, searches the same mailbox and replies, in `steps` steps. */
export const dialogue = (steps: number): Plan =>
  planOf(
    scenario({
      name: 'dialogue',
      apps: () => ({
        user: agentUserInterface(),
        mail: emailClient({
          user_email: 'nora@lighthouse.example',
          inbox: Array.from({ length: 50 }, letter),
        }),
      }),
      events({ user, mail }, { oracle }) {
        for (let nth = 0; nth < steps; nth += 4) {
          const topic = wordAt(nth);
          const asked = `Is there anything about the ${topic}? `.repeat(1 + (nth % 5));
          user.send_message_to_agent({ content: asked }).at(seconds(nth));
          oracle(mail.search_emails({ query: topic })).at(seconds(nth + 1));
          oracle(mail.get_email_by_index({ idx: nth % 50 })).at(seconds(nth + 2));
          oracle(user.send_message_to_user({ content: `Yes: ${topic}, in letter ${nth % 50}.` })).at(
            seconds(nth + 3),
          );
        }
      },
    }),
  );

const letter = (_: unknown, nth: number) => ({
  sender: `${wordAt(nth)}@harbour.example`,
  subject: `${wordAt(nth + 1)} ${nth}`,
  content: Array.from({ length: 60 }, (__, at) => wordAt(nth + at)).join(' '),
});
