export { Branch, OriginLine, RunHere } from './branch-container.tsx';
