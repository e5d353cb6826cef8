export { Settings } from './settings-container.tsx';
