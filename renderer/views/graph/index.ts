export { Graph } from './graph-container.tsx';
