export { Breakpoints } from './breakpoints.tsx';
export { HitBanner } from './hit-banner.tsx';
