export {
  type Agent,
  type AgentDecision,
  play,
  scriptedAgent,
  thinkingCost,
  type ThinkingTime,
  turnsFromLog,
} from './agent.ts';
export {
  type Asked,
  type ChangeAt,
  type NextStep,
  repeatedTurns,
  Session,
  type SessionOptions,
} from './session.ts';
export type { LiveAgent, PastTurn } from './player.ts';
export {
  notificationsFrom as notificationsOf,
  notifiesAgent,
  canonicalClass,
  type NotificationRules,
  notificationRulesOf,
  notificationRules,
  type NotificationFilter,
  filterByVerbosity as filterAt,
  Inbox,
} from './notifications.ts';
