import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker';

/** Checks values by a JSON Schema without compiling code from it, as the package does by default: schemas come from others. */
export const jsonSchemas = new CfWorkerJsonSchemaValidator();
