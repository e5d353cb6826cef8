export { canNeverFire } from './order.ts';
export { NoPlan, Queue, RunPlan, Why } from './queue-container.tsx';
