import type { HttpRequest } from '@parley/model'
import { splitMessages } from '@parley/protobuf'
import type { Io } from '../io/io.ts'
import { readTypedText } from '../options/read-typed-text.ts'
import { completeRequest } from '../saved/saved-options.ts'

/** The options that replace the messages of a saved gRPC request, as typed. */
interface MessageOptions {
  readonly data?: string | undefined
  readonly dataRaw?: string | undefined
}

/** Returns the request with the typed messages, or a sentence if they are invalid. Several follow each other. */
export async function withGrpcMessages(
  request: HttpRequest,
  { data, dataRaw }: MessageOptions,
  io: Io,
): Promise<HttpRequest | string> {
  if (data === undefined && dataRaw === undefined) return request
  if (request.grpc === undefined) return completeRequest
  if (data !== undefined && dataRaw !== undefined) return 'Give either --data or --data-raw.'
  const read = data?.startsWith('@')
    ? await readTypedText(data.slice(1), io, {
        tooLarge: 'Give fewer messages.',
        notText: 'Save it as UTF-8.',
      })
    : null
  if (read?.ok === false) return read.failure
  const messages = splitMessages(read === null ? (data ?? dataRaw ?? '') : read.value)
  if (!messages.ok) return `The message is invalid: ${messages.failure}`
  const { methodType } = request.grpc
  const isSingle = methodType === 'unary' || methodType === 'serverStreaming'
  if (isSingle && messages.value.length > 1)
    return `${request.grpc.method} takes one message, but ${messages.value.length} are given.`
  return {
    ...request,
    grpc: {
      ...request.grpc,
      messages: messages.value.map(text => ({ title: '', selected: true, text })),
    },
  }
}
