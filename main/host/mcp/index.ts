export { clientAgent, clientOf, McpAgent, type McpAgentOptions } from './mcp-agent.ts';
export { AppServers, connectServer, effectOf } from './app-servers.ts';
export { serveStream } from './serve-stream.ts';
