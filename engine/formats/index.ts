export { importPortable, isPortable, type PortableRun, readPortable } from './read-portable.ts';
export { readRecordings, recordingsIn, trajectoryFormat } from './trajectories/index.ts';
export { writePortable } from './write-portable.ts';
