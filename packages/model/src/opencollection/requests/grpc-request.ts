import type { GrpcMessage, GrpcRequest } from '../../request/request.ts'
import { parleyExtension, writeParleyExtension } from '../extensions.ts'
import { type ObjectReader, type SchemaNames, schemaNameOf } from '../object-reader.ts'
import { readRows, writeRows } from '../row.ts'
import { readAssertions, writeAssertions } from '../scripts.ts'
import {
  type OpenCollectionObject,
  type OpenCollectionValue,
  objectOf,
  textUnlessEmpty,
  trueOrNothing,
} from '../value.ts'
import { part, readRequestFields, writeInfo, writeRequestFields } from './request-fields.ts'

const methodTypes: SchemaNames<GrpcRequest['methodType']> = [
  ['unary', 'unary'],
  ['client-streaming', 'clientStreaming'],
  ['server-streaming', 'serverStreaming'],
  ['bidi-streaming', 'bidirectionalStreaming'],
]

/** Reads `GrpcRequest`. */
export function readGrpcRequest(item: ObjectReader): GrpcRequest {
  const grpc = item.object('grpc')
  return {
    kind: 'grpc',
    ...readRequestFields(item, grpc, parleyExtension(item)),
    method: grpc.text('method'),
    methodType: grpc.named('methodType', methodTypes, 'unary'),
    protoFilePath: grpc.text('protoFilePath'),
    metadata: readRows(grpc, 'metadata'),
    messages: readMessages(grpc),
    assertions: readAssertions(item.object('runtime')),
  }
}

export function writeGrpcRequest(request: GrpcRequest): OpenCollectionObject {
  const { auth, runtime } = writeRequestFields(request)
  return objectOf({
    info: writeInfo(request, 'grpc'),
    grpc: objectOf({
      url: request.url,
      method: textUnlessEmpty(request.method),
      methodType: schemaNameOf(methodTypes, request.methodType),
      protoFilePath: textUnlessEmpty(request.protoFilePath),
      metadata: writeRows(request.metadata),
      message: writeMessages(request.messages),
      auth: auth.value,
    }),
    runtime: part({ ...runtime, assertions: writeAssertions(request.assertions) }),
    docs: request.docs,
    extensions: writeParleyExtension({ auth: auth.extension }),
  })
}

/** Reads one untitled message or a list of titled ones. */
function readMessages(grpc: ObjectReader): readonly GrpcMessage[] {
  if (!grpc.has('message')) return []
  if (!grpc.isList('message')) return [{ title: '', selected: true, text: grpc.text('message') }]
  return grpc.objects('message', entry => ({
    title: entry.text('title'),
    selected: entry.flag('selected'),
    text: entry.text('message'),
  }))
}

function writeMessages(messages: readonly GrpcMessage[]): OpenCollectionValue | undefined {
  const [first] = messages
  if (first === undefined) return undefined
  if (messages.length === 1 && first.title === '' && first.selected) return first.text
  return messages.map(message =>
    objectOf({
      title: message.title,
      selected: trueOrNothing(message.selected),
      message: message.text,
    }),
  )
}
