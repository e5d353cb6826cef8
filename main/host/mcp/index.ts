export { clientAgent, clientOf, McpAgent, type McpAgentOptions } from './mcp-agent.ts';
export { AppServers, connectServer, effectOf } from './app-servers.ts';
export { type ClientCommand, clientCommands, McpListener, passOn } from './listen.ts';
export { serveStream } from './serve-stream.ts';
