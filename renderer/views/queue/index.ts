export { NoPlan, RunPlan } from './no-plan.tsx';
export { isHopeless } from './order.ts';
export { QueueView } from './queue.tsx';
export { Why } from './why.tsx';
