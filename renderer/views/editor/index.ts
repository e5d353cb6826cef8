export { Editor } from './editor-container.tsx';
