import type { BreakCondition } from '../../preload/contract.ts';

/** What a breakpoint stands on, in a few words. */
export function breakpointWords(condition: BreakCondition): string {
  switch (condition.on) {
    case 'event':
      return `Event ${condition.event}`;
    case 'tool':
      return `Call of ${condition.app}.${condition.tool}`;
    case 'state': {
      const { app, path, is, value } = condition;
      return `${[app, ...path.split('.')].filter((part) => part !== '').join('.')} ${is} ${JSON.stringify(value)}`;
    }
    case 'probe':
      return `${condition.expression} ${condition.when === 'true' ? 'becomes true' : 'changes'}`;
    case 'failure':
      return 'Any failure';
    case 'notification':
      return 'The agent is told something';
    case 'verdict':
      return 'A validation passes or fails';
  }
}
