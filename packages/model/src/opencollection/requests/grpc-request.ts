import {
  defaultGrpcOptions,
  type GrpcMessage,
  type GrpcOptions,
  grpcCompressions,
  grpcDefinitions,
  grpcWebs,
} from '../../request/grpc-part.ts'
import type { GrpcRequest } from '../../request/request.ts'
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
  unlessEmpty,
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
  const parley = parleyExtension(item)
  const protoFilePath = grpc.text('protoFilePath')
  return {
    kind: 'grpc',
    ...readRequestFields(item, grpc, parley),
    method: grpc.text('method'),
    methodType: grpc.named('methodType', methodTypes, 'unary'),
    protoFilePath,
    metadata: readRows(grpc, 'metadata'),
    messages: readMessages(grpc),
    options: readOptions(parley.object('grpc'), protoFilePath),
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
    extensions: writeParleyExtension({
      auth: auth.extension,
      grpc: writeOptions(request.options, request.protoFilePath),
    }),
  })
}

function readOptions(reader: ObjectReader, protoFilePath: string): GrpcOptions {
  const { deadlineMs, maxMessageBytes, compression, showsDefaults } = defaultGrpcOptions
  const web = reader.choice('web', ['none', ...grpcWebs], 'none')
  return {
    definition: reader.choice('definition', grpcDefinitions, usualDefinition(protoFilePath)),
    descriptorSetPath: reader.text('path'),
    deadlineMs: reader.optionalNumber('deadlineMs') ?? deadlineMs,
    maxMessageBytes: reader.optionalNumber('maxMessageBytes') ?? maxMessageBytes,
    compression: reader.choice('compression', grpcCompressions, compression),
    showsDefaults: reader.flag('showDefaults', showsDefaults),
    ...(web === 'none' ? {} : { web }),
  }
}

/** What other clients take, whose files say nothing about it. */
function usualDefinition(protoFilePath: string): GrpcOptions['definition'] {
  return protoFilePath === '' ? 'reflection' : 'proto'
}

/** Returns what differs from the default. */
function writeOptions(options: GrpcOptions, protoFilePath: string): OpenCollectionObject | undefined {
  const changed = <Key extends keyof GrpcOptions>(key: Key) =>
    options[key] === defaultGrpcOptions[key] ? undefined : options[key]
  return unlessEmpty(
    objectOf({
      definition: options.definition === usualDefinition(protoFilePath) ? undefined : options.definition,
      path: textUnlessEmpty(options.descriptorSetPath),
      deadlineMs: changed('deadlineMs'),
      maxMessageBytes: changed('maxMessageBytes'),
      compression: changed('compression'),
      web: options.web,
      showDefaults: changed('showsDefaults'),
    }),
  )
}

/**
 * Reads one untitled message or a list of titled ones. Only those in a list can be unselected by the schema: the one that is
 * a text is the message of the request, so it is selected, as a call without a choice sends it.
 */
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
