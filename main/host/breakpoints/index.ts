export { BreakpointMonitor } from './breakpoint-monitor.ts';
export { findNearestHit } from './find-hit.ts';
