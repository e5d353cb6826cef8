export { startShell } from './app.ts';
