export { LivePreview, type PreviewResult } from './live-preview.ts';
