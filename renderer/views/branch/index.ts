export { Branch, RunHere } from './branch.tsx';
export { OriginLine } from './origin-line.tsx';
