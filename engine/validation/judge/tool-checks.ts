import type { ArgumentChecker, SoftChecker } from '../../model/index.ts';

/** How calls of one tool are compared. */
export interface ToolChecks {
  /** The compared arguments with their checkers, in the order of comparison. Other arguments are not compared. */
  readonly args: Readonly<Record<string, ArgumentChecker>>;
  readonly soft?: readonly SoftChecker[];
}

/** Classes that have the tools of another class under another name. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  EmailClientApp: ['EmailClientV2', 'Mail', 'Emails'],
  ApartmentListingApp: ['RentAFlat'],
  ContactsApp: ['Contacts'],
  MessagingAppV2: ['Messages', 'Chats'],
  CalendarApp: ['Calendar'],
  ShoppingApp: ['Shopping'],
  CabApp: ['Cabs'],
  SandboxLocalFileSystem: ['Files'],
};

// prettier-ignore
const CHECKS_BY_CLASS: Readonly<Record<string, ToolChecks>> = {
  ApartmentListingApp__save_apartment: { args: { apartment_id: 'eq_checker' } },
  ApartmentListingApp__remove_saved_apartment: { args: { apartment_id: 'eq_checker' } },
  CalendarApp__add_calendar_event: { args: { attendees: 'list_attendees_checker', end_datetime: 'datetime_checker', start_datetime: 'datetime_checker', title: 'llm_checker', description: 'llm_checker', location: 'llm_checker' }, soft: ['event_checker'] },
  CalendarApp__delete_calendar_event: { args: { event_id: 'eq_checker' } },
  ShoppingApp__checkout: { args: { discount_code: 'eq_str_strip_checker' } },
  ShoppingApp__add_to_cart: { args: { item_id: 'eq_checker', quantity: 'eq_checker' } },
  ShoppingApp__remove_from_cart: { args: { item_id: 'eq_checker', quantity: 'eq_checker' } },
  ShoppingApp__cancel_order: { args: { order_id: 'eq_checker' } },
  ContactsApp__delete_contact: { args: { contact_id: 'eq_checker' } },
  ContactsApp__add_new_contact: { args: { first_name: 'eq_str_strip_checker', last_name: 'eq_str_strip_checker', email: 'eq_str_strip_checker', phone: 'phone_number_checker' } },
  ContactsApp__edit_contact: { args: { contact_id: 'eq_checker', updates: 'llm_checker' }, soft: ['content_checker'] },
  EmailClientApp__reply_to_email: { args: { email_id: 'eq_checker', content: 'llm_checker', attachment_paths: 'unordered_path_list_checker' }, soft: ['placeholder_checker', 'signature_checker', 'tone_checker', 'email_checker'] },
  EmailClientApp__delete_email: { args: { email_id: 'eq_checker' } },
  EmailClientApp__send_email: { args: { recipients: 'unordered_list_checker', cc: 'unordered_list_checker', attachment_paths: 'unordered_path_list_checker', subject: 'llm_checker', content: 'llm_checker' }, soft: ['placeholder_checker', 'signature_checker', 'tone_checker', 'email_checker'] },
  EmailClientApp__move_email: { args: { email_id: 'eq_checker', source_folder_name: 'path_checker', dest_folder_name: 'path_checker' } },
  EmailClientApp__forward_email: { args: { email_id: 'eq_checker', recipients: 'unordered_list_checker', folder_name: 'eq_checker' } },
  EmailClientApp__download_attachments: { args: { email_id: 'eq_checker', folder_name: 'eq_checker', path_to_save: 'path_checker' } },
  CabApp__order_ride: { args: { start_location: 'llm_checker', end_location: 'llm_checker', service_type: 'eq_checker', ride_time: 'datetime_checker' }, soft: ['cab_checker'] },
  CabApp__user_cancel_ride: { args: {  } },
  MessagingApp__create_conversation: { args: { participants: 'unordered_list_checker' } },
  MessagingApp__add_participant_to_conversation: { args: { conversation_id: 'eq_checker', participant: 'eq_checker' } },
  MessagingApp__remove_participant_from_conversation: { args: { conversation_id: 'eq_checker', participant: 'eq_checker' } },
  MessagingApp__send_message: { args: { conversation_id: 'eq_checker', content: 'llm_checker' }, soft: ['placeholder_checker', 'tone_checker', 'message_checker'] },
  MessagingAppV2__send_message: { args: { user_id: 'eq_checker', content: 'llm_checker', attachment_path: 'path_checker' }, soft: ['placeholder_checker', 'tone_checker', 'message_checker'] },
  MessagingAppV2__send_message_to_group_conversation: { args: { conversation_id: 'eq_checker', content: 'llm_checker', attachment_path: 'path_checker' }, soft: ['placeholder_checker', 'tone_checker', 'message_checker'] },
  MessagingAppV2__create_group_conversation: { args: { user_ids: 'unordered_list_checker', title: 'llm_checker' }, soft: ['content_checker'] },
  MessagingAppV2__add_participant_to_conversation: { args: { conversation_id: 'eq_checker', user_id: 'eq_checker' } },
  MessagingAppV2__remove_participant_from_conversation: { args: { conversation_id: 'eq_checker', user_id: 'eq_checker' } },
  MessagingAppV2__change_conversation_title: { args: { conversation_id: 'eq_checker', title: 'llm_checker' }, soft: ['content_checker'] },
  SandboxLocalFileSystem__mv: { args: { path1: 'path_checker', path2: 'path_checker' } },
  SandboxLocalFileSystem__open: { args: { path: 'path_checker', mode: 'eq_checker' } },
  SandboxLocalFileSystem__mkdir: { args: { path: 'path_checker' } },
  SandboxLocalFileSystem__rm: { args: { path: 'path_checker', recursive: 'eq_checker' } },
  SandboxLocalFileSystem__rmdir: { args: { path: 'path_checker' } },
  AgentUserInterface__send_message_to_user: { args: { content: 'llm_checker' }, soft: ['sanity_checker', 'user_message_checker'] },
  VirtualFileSystem__open: { args: { path: 'path_checker', mode: 'eq_checker' } },
  VirtualFileSystem__mkdir: { args: { path: 'path_checker', create_recursive: 'eq_checker' } },
  VirtualFileSystem__mv: { args: { path1: 'path_checker', path2: 'path_checker' } },
  VirtualFileSystem__rm: { args: { path: 'path_checker', recursive: 'eq_checker' } },
  VirtualFileSystem__rmdir: { args: { path: 'path_checker' } },
  // Quirk of ARE: no class is spelled with this capital B.
  SandBoxLocalFileSystem__makedirs: { args: { path: 'path_checker' } },
};

/** ARE's rules for comparing calls, by tool: `class__tool`. */
export const TOOL_CHECKS: Readonly<Record<string, ToolChecks>> = Object.fromEntries(
  Object.entries(CHECKS_BY_CLASS).flatMap(([name, checks]) => {
    const [className = '', tool = ''] = name.split('__');
    return [className, ...(ALIASES[className] ?? [])].map((one) => [`${one}__${tool}`, checks] as const);
  }),
);
