import { appName, emailClient, Environment, planOf, scenario, seconds } from 'orrery/engine';

const letters = scenario({
  name: 'two letters',
  apps: () => ({ mail: emailClient() }),
  events({ mail }) {
    const first = mail
      .send_email_to_user_only({ sender: 'ada@example.org', subject: 'Invoice' })
      .at(seconds(5));
    mail.send_email_to_user_only({ sender: 'bob@example.org', subject: 'Lunch?' }).after(first, seconds(30));
  },
});

const environment = new Environment(planOf(letters), { mode: 'oracle' });
environment.run();
console.log(environment.state, environment.log.length);
console.log(environment.appState(appName('mail')));
