export { FilterBar, LogCommands } from './filter-bar.tsx';
export { LogTable } from './log-table.tsx';
