import { describe, expect, it } from 'vitest';
import { emailClient } from '../../../engine/apps/email/email.ts';
import { namedMessaging } from '../../../engine/apps/messaging/named-messaging.ts';
import { shopping } from '../../../engine/apps/shopping/shopping.ts';
import { universe } from '../../../engine/scenario/scenario.ts';
import { pad } from './pad.ts';

const mail = (name: string, user_email: string): object => {
  const empty = (folder_name: string): object => ({ folder_name, emails: [] });
  const folders = {
    INBOX: empty('INBOX'),
    SENT: empty('SENT'),
    DRAFT: empty('DRAFT'),
    TRASH: empty('TRASH'),
  };
  return { name, class_name: 'Mail', app_state: { user_email, view_limit: 5, folders } };
};

const note = { name: 'Pad', app_state: { lines: ['eggs'] } };

describe('universe()', () => {
  it('fills a built-in app from a file with an older class name', () => {
    const filled = universe({ apps: [mail('Letters', 'ada@example.org')] })(emailClient);

    expect(filled.class).toBe('EmailClientV2');
    expect(filled.state.user_email).toBe('ada@example.org');
  });

  it('fills an app of the author with a fresh copy each time', () => {
    const ada = universe({ apps: [note] });

    ada(pad).state.lines.push('milk');

    expect(ada(pad).state).toEqual({ lines: ['eggs'] });
  });

  it('requires a name when several apps have the same class', () => {
    const ada = universe({ apps: [mail('Work', 'work@example.org'), mail('Home', 'home@example.org')] });

    expect(ada(emailClient, 'Home').state.user_email).toBe('home@example.org');
    expect(() => ada(emailClient)).toThrow(
      'universe: There are 2 apps of class EmailClientV2. Choose one by name: Work, Home.',
    );
  });

  it('lists its apps when the requested app is missing', () => {
    expect(() => universe({ apps: [note] })(shopping)).toThrow(
      'universe: There is no ShoppingApp. Its apps are Pad.',
    );
    expect(() => universe({ apps: [note] })(pad, 'Desk')).toThrow(
      'There is no Pad called "Desk". Its apps are Pad.',
    );
  });

  it.each([
    [{}, 'universe: "apps" is not a list'],
    [[], 'universe: "apps" is not a list'],
    [{ apps: [3] }, 'universe: apps[0] is not an object.'],
    [{ apps: [{ name: 3 }] }, 'universe: apps[0].name: 3 is not a name.'],
    [{ apps: [{ name: 'a', class_name: '' }] }, 'universe: apps[0].class_name: "" is not a name.'],
  ])('refuses %j', (told, message) => {
    expect(() => universe(told)).toThrow(message);
  });

  it('refuses a state that does not fit the class of its app', () => {
    const ada = universe({ apps: [{ name: 'MessagingApp', app_state: { conversations: 3 } }] });

    expect(() => ada(namedMessaging)).toThrow('MessagingApp.conversations');
  });
});
