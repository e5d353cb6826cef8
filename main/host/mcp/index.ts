export { clientAgent, requestClient, McpAgent, type McpAgentOptions } from './mcp-agent.ts';
export {
  AppServers,
  serverChangeTexts,
  knownLists,
  listServer,
  listServers,
  startsIn,
  unlistedText,
} from './app-servers.ts';
export { jsonSchemas } from './json-schemas.ts';
export { listFiles } from './known-lists.ts';
export { type ClientCommand, clientCommands, passOn, SocketListener } from './listen.ts';
export { listenOnHttp } from './listen-http.ts';
export { type Tell, tellingProgress } from './progress.ts';
export { serveStream, type StreamConnection } from './serve-stream.ts';
