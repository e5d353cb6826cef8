export { ExportDialog } from './export-container.tsx';
