export { Problems } from './problems-container.tsx';
