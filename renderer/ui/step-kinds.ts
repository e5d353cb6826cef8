import {
  BellRing,
  Brain,
  CircleUserRound,
  CornerDownRight,
  FileText,
  Lightbulb,
  type LucideIcon,
  MessageSquareReply,
  NotebookPen,
  ScrollText,
  Wrench,
} from 'lucide-react';
import type { AttemptStep, StepKind } from '../../engine/model/index.ts';

/** Label and icon of each kind of step. */
export const STEP_KINDS = {
  user: { icon: CircleUserRound, word: 'User' },
  notification: { icon: BellRing, word: 'Notification' },
  thought: { icon: Brain, word: 'Thought' },
  call: { icon: Wrench, word: 'Tool call' },
  result: { icon: CornerDownRight, word: 'Result' },
  reply: { icon: MessageSquareReply, word: 'Reply' },
  prompt: { icon: ScrollText, word: 'Prompt' },
  log: { icon: FileText, word: 'Log' },
  hint: { icon: Lightbulb, word: 'Hint' },
  note: { icon: NotebookPen, word: 'Note' },
} as const satisfies Record<StepKind | AttemptStep['kind'], { icon: LucideIcon; word: string }>;
