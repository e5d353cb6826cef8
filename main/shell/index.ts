export { type Shell, startShell, type Workbench } from './start-shell.ts';
