import { testAgainstProtoc } from '../../packages/protobuf/src/compile/protoc.testkit.ts'
import { corpusFiles } from '../../packages/protobuf/src/corpus-proto.testkit.ts'
import { testNodeDescriptors } from '../../packages/protobuf/src/registry/node-descriptors.testkit.ts'

testAgainstProtoc(corpusFiles)
testNodeDescriptors(corpusFiles)
