export {
  type Agent,
  thinkingCost,
  type AgentMove,
  play,
  replayingAgent,
  scriptedAgent,
  type AgentInput,
  type ThinkingTime,
  type AgentDecision,
} from './agent.ts';
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
