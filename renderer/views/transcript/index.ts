export { Transcript } from './transcript-container.tsx';
