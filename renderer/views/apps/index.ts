export { Apps } from './apps-container.tsx';
