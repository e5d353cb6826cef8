export { GraphView } from './graph.tsx';
