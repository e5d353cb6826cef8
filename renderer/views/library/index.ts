export { Library } from './library.tsx';
