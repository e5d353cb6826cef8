export { FilterBar, Log, LogCommands } from './log-container.tsx';
