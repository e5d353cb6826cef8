import { emailClient } from '../../../../engine/apps/email/email.ts';
import type { MailState } from '../../../../engine/apps/email/state.ts';
import { AppUnderTest } from '../app-under-test.ts';

export const ADA = 'ada@example.org';
export const BEN = 'ben@example.org';
export const ME = 'me@example.org';

/** A mailbox with the emails `new` and `old` in the inbox and `asked` among the sent ones. */
export const mailbox = (): AppUnderTest<MailState> =>
  new AppUnderTest(
    emailClient({
      user_email: ME,
      inbox: [
        {
          email_id: 'old',
          sender: BEN,
          subject: 'Lunch',
          content: 'Soup?',
          timestamp: '2026-01-02T12:00:00Z',
          is_read: true,
        },
        {
          email_id: 'new',
          sender: ADA,
          cc: ['carol@example.org'],
          subject: 'Invoice',
          content: '42 pounds',
          timestamp: '2026-01-04T12:00:00Z',
        },
      ],
      sent: [
        {
          email_id: 'asked',
          recipients: [ADA],
          subject: 'Invoice?',
          timestamp: '2026-01-03T12:00:00Z',
        },
      ],
    }),
  );

/** The ids of the emails in a folder, in order. */
export const idsIn = ({ state }: AppUnderTest<MailState>, folder: keyof MailState['folders']): string[] =>
  state.folders[folder].emails.map(({ email_id }) => email_id);
