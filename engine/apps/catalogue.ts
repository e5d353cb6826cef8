import { z } from 'zod';
import { LabError } from '../model/lab-error.ts';
import type { Json } from '../model/json.ts';
import { agentUserInterface } from './agent-user-interface.ts';
import type { AppInstance, Tools } from './app.ts';
import { calendar } from './calendar.ts';
import { emailClient } from './email-client.ts';
import { recordedCalendar, recordedChat, recordedMail } from './recorded.ts';
import { ToolError } from './tool.ts';

/** A recorded state is not one of the app it says it is of. */
export class RecordedStateError extends LabError {
  override readonly name = 'RecordedStateError';
  readonly code = 'state-unreadable';
}

interface Built {
  readonly tools: Tools<never>;
  readonly read: (state: unknown) => object;
}

const mailbox: Built = { tools: emailClient().tools, read: recordedMail };
const diary: Built = { tools: calendar().tools, read: recordedCalendar };
/** The field's first calendar could not edit. */
const firstDiary: Built = {
  ...diary,
  tools: Object.fromEntries(Object.entries(diary.tools).filter(([name]) => name !== 'edit_calendar_event')),
};

const builtHere: Readonly<Record<string, Built>> = {
  AgentUserInterface: { tools: agentUserInterface().tools, read: recordedChat },
  EmailClientV2: mailbox,
  EmailClientApp: mailbox,
  Mail: mailbox,
  CalendarV2: diary,
  CalendarApp: firstDiary,
  Calendar: firstDiary,
};

/** The classes of apps that are built here, the older names of the field among them. */
export const classNames: readonly string[] = Object.keys(builtHere);

/**
 * An app of the class `className` as it was recorded, `undefined` when that class is not built here.
 *
 * What a recording leaves out is filled in as the field's own loader does.
 *
 * @throws {RecordedStateError} naming the place, when `state` is not a state of that class.
 */
export function fromRecorded(className: string, state: Json): AppInstance | undefined {
  const built = Object.hasOwn(builtHere, className) ? builtHere[className] : undefined;
  if (built === undefined) return undefined;
  try {
    return { class: className, state: built.read(state), tools: built.tools };
  } catch (thrown) {
    if (thrown instanceof z.ZodError) {
      const [issue] = thrown.issues;
      throw new RecordedStateError(
        `${[className, ...(issue?.path ?? [])].join('.')}: ${issue?.message ?? ''}`,
      );
    }
    if (thrown instanceof ToolError) throw new RecordedStateError(`${className}: ${thrown.message}`);
    throw thrown;
  }
}
