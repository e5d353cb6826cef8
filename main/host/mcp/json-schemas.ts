import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker';

/** A JSON Schema validator that does not compile schemas to code, as the package does by default, because schemas come from others. */
export const jsonSchemas = new CfWorkerJsonSchemaValidator();
