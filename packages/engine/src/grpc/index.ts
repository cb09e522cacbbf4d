export type { DefinitionFiles } from './definition-files.ts'
export { fetchDefinition } from './load-definition.ts'
export { type ReflectedServer, reflectServer } from './reflect-services.ts'
export { sendGrpc } from './send-grpc.ts'
