import { expect, it } from 'vitest';
import { emailClient, oracleReference, planOf, scenario, seconds } from '../../../engine/index.ts';

it('says with which error the oracle fails', () => {
  const plan = planOf(
    scenario({
      name: 'lost letter',
      apps: () => ({ mail: emailClient() }),
      events({ mail }, { oracle }) {
        oracle(mail.reply_to_email({ email_id: 'gone', content: 'Yes.' }))
          .at(seconds(1))
          .id('reply');
      },
    }),
  );
  expect(() => oracleReference(plan)).toThrow(
    /^The oracle cannot play this scenario: reply \(mail\.reply_to_email\) fails with \w+Error: .*gone/,
  );
});
