import { appName, type AppName } from '../../engine/model/values/ids.ts';
import { instant } from '../../engine/model/values/time.ts';
import type { LogRow } from '../../preload/contract.ts';

/** A row of the log, `index` seconds after the epoch unless told. */
export const row = (
  index: number,
  other: Partial<Omit<LogRow, 'app'>> & { app?: string | undefined } = {},
): LogRow => {
  const { app = 'mail', ...rest } = other;
  return {
    index,
    time: instant(index * 1_000_000),
    due: instant(index * 1_000_000),
    event: `event-${index}`,
    kind: 'environment',
    oracle: false,
    app: 'app' in other && other.app === undefined ? undefined : nameOf(app),
    tool: 'send_email',
    status: 'done',
    verdict: undefined,
    changed: false,
    causes: [],
    notified: false,
    answersOther: false,
    written: undefined,
    summary: '',
    ...rest,
  };
};

export const rows = (count: number): LogRow[] => Array.from({ length: count }, (_, index) => row(index));

const nameOf = (app: string): AppName => appName(app);
