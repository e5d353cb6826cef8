import {
  type AppName,
  type AppSummary,
  type Change,
  type LogEntry,
  type NestedCall,
  type RecordedAction,
} from '../model/index.ts';
import { canonicalClass } from '../agents/index.ts';

type AppNameMap = ReadonlyMap<AppName, AppName>;

/**
 * Maps apps of B that A does not have by name to A's app of the same class, if each run has exactly one such app. Needed because
 * ARE's exports name apps by their classes.
 */
export function matchingApps(a: readonly AppSummary[], b: readonly AppSummary[]): AppNameMap {
  const rest = (apps: readonly AppSummary[], others: readonly AppSummary[]): readonly AppSummary[] =>
    apps.filter(({ name }) => !others.some((other) => other.name === name));
  const [left, right] = [rest(a, b), rest(b, a)];
  const ofClass = (apps: readonly AppSummary[], wanted: AppSummary): readonly AppSummary[] =>
    apps.filter((app) => canonicalClass(app.class) === canonicalClass(wanted.class));
  return new Map(
    right.flatMap((app) => {
      const [counterpart, ...more] = ofClass(left, app);
      const isOnly = counterpart !== undefined && more.length === 0 && ofClass(right, app).length === 1;
      return isOnly ? [[app.name, counterpart.name] as const] : [];
    }),
  );
}

/** `entry` with its apps renamed by `names`. */
export function withAppNames(entry: LogEntry, names: AppNameMap): LogEntry {
  const nameOf = (app: AppName): AppName => names.get(app) ?? app;
  const changes = entry.changes.map((change): Change => ({ ...change, app: nameOf(change.app) }));
  const action = (one: RecordedAction): RecordedAction => ({ ...one, app: nameOf(one.app) });
  const nested = (calls: readonly NestedCall[]): readonly NestedCall[] =>
    calls.map((call) => ({ ...call, action: action(call.action), calls: nested(call.calls) }));
  if ('action' in entry)
    return { ...entry, changes, action: action(entry.action), calls: nested(entry.calls) };
  if (entry.kind === 'wait')
    return {
      ...entry,
      changes,
      call: { ...entry.call, action: action(entry.call.action), calls: nested(entry.call.calls) },
    };
  return { ...entry, changes };
}
