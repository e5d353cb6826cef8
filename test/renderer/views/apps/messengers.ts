/** The user's own card, and Ada's. */
export const addressBook = {
  contacts: {
    ada: {
      first_name: 'Ada',
      last_name: 'Lovelace',
      contact_id: 'ada',
      is_user: false,
      age: 36,
      job: 'Mathematician',
      city_living: 'London',
      country: null,
      phone: '+44 1',
    },
    me: { first_name: 'Mary', last_name: '', contact_id: 'me', is_user: true, age: null },
    nobody: {},
  },
  view_limit: 10,
};

/** An old conversation with Ben and Ada, and a newer one with Ada, who sent an attachment. */
export const messenger = {
  conversations: {
    walk: {
      participant_ids: ['ben', 'ada', 'me'],
      messages: [],
      title: 'Sunday walk',
      conversation_id: 'walk',
      last_updated: 1_767_000_000,
    },
    lunch: {
      participant_ids: ['ada', 'me'],
      messages: [
        { sender_id: 'ada', message_id: '1', timestamp: 1_767_603_000, content: 'Soup?' },
        { sender_id: 'me', message_id: '2', timestamp: 1_767_603_060, content: 'Gladly' },
        {
          sender_id: 'ada',
          message_id: '3',
          timestamp: 1_767_603_120,
          content: 'The menu',
          attachment: 'c291cA==',
          attachment_name: 'menu.txt',
        },
      ],
      title: null,
      conversation_id: 'lunch',
      last_updated: 1_767_603_120,
    },
  },
  id_to_name: { ada: 'Ada', me: 'Mary' },
  name_to_id: { Ada: 'ada', Mary: 'me' },
  current_user_id: 'me',
  current_user_name: 'Mary',
};

/** A conversation in the format of the first messenger app. */
export const namedMessenger = {
  conversations: {
    lunch: {
      participants: ['Ada', 'Me'],
      messages: [
        { sender: 'Me', timestamp: 9, content: 'Gladly' },
        { sender: 'Ada', timestamp: 7, content: 'Soup?' },
      ],
      title: 'Lunch',
      last_updated: 9,
    },
  },
};
