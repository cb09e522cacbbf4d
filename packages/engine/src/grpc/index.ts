export type { DefinitionFiles } from './definition/definition-files.ts'
export { fetchDefinition } from './definition/load-definition.ts'
export { type ReflectedServer, reflectServer } from './reflect-services.ts'
export { sendGrpc } from './send-grpc.ts'
