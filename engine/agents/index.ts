export {
  type Agent,
  costOf,
  type Move,
  play,
  replayingAgent,
  scriptedAgent,
  type Sight,
  type ThinkingTime,
  type Thought,
} from './agent.ts';
export { Inbox } from './inbox.ts';
export {
  notificationsOf,
  plainClass,
  type Telling,
  tellingIn,
  tellingOf,
  type Told,
  toldAt,
} from './notifications.ts';
