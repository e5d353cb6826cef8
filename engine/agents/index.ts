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
  type ChangeAt,
  type LiveAgent,
  type NextStep,
  type PastTurn,
  repeatedTurns,
  Session,
  type SessionOptions,
} from './session.ts';
export {
  notificationsOf,
  notifiesAgent,
  canonicalClass,
  type NotificationRules,
  notificationRulesOf,
  notificationRules,
  type NotificationFilter,
  filterAt,
  Inbox,
} from './notifications.ts';
