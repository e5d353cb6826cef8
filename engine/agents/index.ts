export { type Agent, type AgentDecision, play, scriptedAgent, turnsFromLog } from './agent.ts';
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
