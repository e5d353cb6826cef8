export { NoPlan, RunPlan } from './no-plan.tsx';
export { canNeverFire } from './order.ts';
export { QueueView } from './queue.tsx';
export { Why } from './why.tsx';
