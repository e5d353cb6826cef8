export { ProbeCommands, probeValue } from './probe-commands.tsx';
export { Probes } from './probes.tsx';
