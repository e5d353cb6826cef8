export { Timeline } from './timeline-container.tsx';
