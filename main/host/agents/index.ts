export { Overheard } from './agent-process.ts';
export { goesOn, type Leg, type Patience, playProcess, type Stage, stageOf, USUAL_PATIENCE } from './play.ts';
