export type { DescEnum, DescField, DescMessage, DescMethod, FileRegistry } from '@bufbuild/protobuf'
export type { FileDescriptorProto } from '@bufbuild/protobuf/wkt'
export { exampleMessage } from './codec/example-message.ts'
export { describeMessageProblem, type MessageProblem } from './codec/message-problem.ts'
export { encodeMessage, isWrittenAsValue } from './codec/read-message.ts'
export { splitMessages } from './codec/split-messages.ts'
export { decodeMessage, type MessageStyle } from './codec/write-message.ts'
export { type CompiledFiles, compileFiles, type ProtoSources } from './compile/compile-files.ts'
export { describeProtoProblem, type ProtoProblem } from './compile/proto-problem.ts'
export { type DescribedName, describeEnumValue, describeField } from './registry/describe-field.ts'
export { describeSymbol } from './registry/describe-symbol.ts'
export { type ListedMethod, type ListedService, listServices } from './registry/list-services.ts'
export {
  notesOf,
  type OpenedRegistry,
  openRegistry,
  readDescriptorSet,
  readFileDescriptor,
  writeDescriptorSet,
  writeFileDescriptors,
} from './registry/open-registry.ts'
export { type ReflectionVersion, reflectionProto, reflectionVersions } from './registry/reflection-protos.ts'
export { type DecodeStatusDetails, registryOfProto, statusDetailsDecoder } from './registry/rpc-types.ts'
