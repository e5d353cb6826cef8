export { Apps } from './apps.tsx';
