export type { DescMessage, DescMethod, FileRegistry } from '@bufbuild/protobuf'
export type { FileDescriptorProto } from '@bufbuild/protobuf/wkt'
export { exampleMessage } from './codec/example-message.ts'
export { describeMessageProblem, type MessageProblem } from './codec/message-problem.ts'
export { encodeMessage } from './codec/read-message.ts'
export { splitMessages } from './codec/split-messages.ts'
export { decodeMessage, type MessageStyle } from './codec/write-message.ts'
export { type CompiledFiles, compileFiles, type ProtoSources } from './compile/compile-files.ts'
export { describeProtoProblem, type ProtoProblem } from './compile/proto-problem.ts'
export { describeSymbol } from './registry/describe-symbol.ts'
export {
  type OpenedRegistry,
  openRegistry,
  readDescriptorSet,
  readFileDescriptor,
} from './registry/open-registry.ts'
export { type DecodeStatusDetails, registryOfProto, statusDetailsDecoder } from './registry/rpc-types.ts'
