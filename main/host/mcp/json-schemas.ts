import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker';

/** Checks values by a JSON Schema. It reads the schema; the default of the protocol's package compiles code from it. */
export const jsonSchemas = new CfWorkerJsonSchemaValidator();
