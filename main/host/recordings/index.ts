export { Recordings } from './recordings-server.ts';
