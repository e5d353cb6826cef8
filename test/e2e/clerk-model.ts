import { chat, type Asked } from '../main/model-agent/model-server.ts';

/** A model that lists the emails, forwards the invoice once it is there, and tells the user. It adds where it is tested. */
export function clerk({ body }: Asked): readonly unknown[] {
  const messages = body['messages'] as readonly { readonly role: string; readonly content: unknown }[];
  const { role, content } = messages.at(-1)!;
  const text = String(content);
  if (text.includes('1234')) return chat({ calls: [['add', { first: 1234, second: 4321 }]] });
  if (role === 'user') return chat({ calls: [['mail__list_emails', {}]] });
  const id = /"email_id": "([^"]+)"/.exec(text.slice(text.search('Invoice 7731')))?.[1];
  if (!text.includes('Invoice 7731') || id === undefined) return chat({ text: 'There is no invoice yet.' });
  return chat({
    calls: [['mail__forward_email', { email_id: id, recipients: ['accounts@lighthouse.example'] }]],
  });
}
