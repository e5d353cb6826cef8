export { ProbeCommands, Probes, probeValue } from './probes-container.tsx';
