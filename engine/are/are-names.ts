import { toolsOf } from '../apps/index.ts';
import { type Action, appName, type AppName, type AppSummary } from '../model/index.ts';

/** The names and classes of a run's apps in its trace file, by their names in the run. */
export type AppNames = ReadonlyMap<AppName, AppSummary>;

/** The classes of apps that ARE reads from a file. */
const READ_BY_ARE: ReadonlySet<string> = new Set([
  'AgentUserInterface',
  'ApartmentListingApp',
  'CabApp',
  'Calendar',
  'CalendarApp',
  'CityApp',
  'Contacts',
  'ContactsApp',
  'EmailClientV2',
  'Files',
  'InternalContacts',
  'Mail',
  'MessagingAppV2',
  'RentAFlat',
  'SandboxLocalFileSystem',
  'Shopping',
  'ShoppingApp',
  'SystemApp',
  'VirtualFileSystem',
]);

const USER_INTERFACE = 'AgentUserInterface';

export const sameNames = (apps: readonly AppSummary[]): AppNames =>
  new Map(apps.map((app) => [app.name, app]));

/**
 * The names and classes under which ARE reads `apps`: an AgentUserInterface only under the name of its class, and a CalendarV2 as
 * a CalendarApp unless a call needs a tool that only CalendarV2 has.
 * @param calls all calls of the run; read only if there is a CalendarV2
 */
export function areNames(apps: readonly AppSummary[], calls: Iterable<Action>): AppNames {
  const isFree = apps.every(({ name }) => name !== USER_INTERFACE);
  const interfaces = apps.filter(({ class: className }) => className === USER_INTERFACE);
  const edited = apps.some(isCalendarV2) ? appsWithOtherTools('CalendarApp', calls) : new Set();
  return new Map(
    apps.map((app) => {
      if (isFree && interfaces.length === 1 && app === interfaces[0])
        return [app.name, { ...app, name: appName(USER_INTERFACE) }];
      return [app.name, isCalendarV2(app) && !edited.has(app.name) ? { ...app, class: 'CalendarApp' } : app];
    }),
  );
}

const isCalendarV2 = ({ class: className }: AppSummary): boolean => className === 'CalendarV2';

/** The apps for which a call uses a tool that the class `className` does not have. */
function appsWithOtherTools(className: string, calls: Iterable<Action>): ReadonlySet<AppName> {
  const tools = toolsOf(className) ?? {};
  const found = new Set<AppName>();
  for (const { app, tool } of calls) if (!Object.hasOwn(tools, tool)) found.add(app);
  return found;
}

/** `called` with its app renamed as in the file. */
export function renamed<Called extends { readonly action?: Action }>(
  called: Called,
  names: AppNames,
): Called {
  const { action } = called;
  const name = action && names.get(action.app)?.name;
  return name === undefined || name === action!.app
    ? called
    : { ...called, action: { ...action, app: name } };
}

/** Whether ARE has the app and the tool of a planned call of the run. */
export const hasTool = (action: Action, names: AppNames): boolean =>
  READ_BY_ARE.has(names.get(action.app)?.class ?? '') && readsCall(action, names);

/** Whether ARE reads a call of the run. ARE reads calls of a ReminderApp, although it reads no such app. */
export function readsCall({ app, tool }: Action, names: AppNames): boolean {
  const className = names.get(app)?.class ?? '';
  return (
    (READ_BY_ARE.has(className) || className === 'ReminderApp') &&
    Object.hasOwn(toolsOf(className) ?? {}, tool)
  );
}

/**
 * Notes on apps with other names or classes in the file, and on apps that ARE cannot read, so that it refuses the file or leaves
 * them out.
 */
export const nameNotes = (apps: readonly AppSummary[], names: AppNames): readonly string[] =>
  apps.flatMap(({ name: own, class: ownClass }) => {
    const { name, class: className } = names.get(own)!;
    return [
      ...(name === own
        ? []
        : [`apps: ${own}: written as ${name}, the only name under which ARE reads an ${className}.`]),
      ...(className !== ownClass
        ? [`apps: ${own}: written as a CalendarApp, which ARE reads, and not as a CalendarV2.`]
        : []),
      ...(READ_BY_ARE.has(className) ? [] : [`apps: ${own}: ARE reads no app of the class ${className}.`]),
      ...(className === USER_INTERFACE && name !== className
        ? [`apps: ${own}: ARE reads an ${className} only under the name ${className}.`]
        : []),
    ];
  });
