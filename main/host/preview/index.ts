export { LivePreview, type Previewed } from './live-preview.ts';
