export { importPortable, isPortable, type PortableRun, readPortable } from './read-portable.ts';
export { writePortable } from './write-portable.ts';
