export { AgentView } from './agent-view.tsx';
