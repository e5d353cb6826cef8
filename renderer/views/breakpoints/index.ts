export { Breakpoints, HitBanner } from './breakpoints-container.tsx';
