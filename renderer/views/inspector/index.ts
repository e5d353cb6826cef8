export { Arguments, Result } from './call.tsx';
export { Inspector } from './inspector-container.tsx';
