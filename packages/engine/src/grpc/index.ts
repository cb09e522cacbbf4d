export type { DefinitionFiles } from './definition-files.ts'
export { type ReflectedServer, reflectServer } from './reflect-services.ts'
export { sendGrpc } from './send-grpc.ts'
