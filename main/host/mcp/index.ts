export { clientAgent, clientOf, McpAgent, type McpAgentOptions } from './mcp-agent.ts';
export { serveStream } from './serve-stream.ts';
