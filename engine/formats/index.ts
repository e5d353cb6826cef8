export { importPortable, type PortableRun } from './portable.ts';
export { isPortable, readPortable } from './read-portable.ts';
export { writePortable } from './write-portable.ts';
