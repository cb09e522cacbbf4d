import type { GrpcState, HeaderField, Response } from '@parley/model'
import { trimEndOf } from '@parley/model'
import { fromBase64 } from '../../../basics/text/base64.ts'
import { type CallProtocol, isCallContentType } from './call-protocol.ts'
import type { GrpcCodec } from './grpc-codec.ts'

/** The names of the codes, by number. */
const statusNames = [
  'OK',
  'CANCELLED',
  'UNKNOWN',
  'INVALID_ARGUMENT',
  'DEADLINE_EXCEEDED',
  'NOT_FOUND',
  'ALREADY_EXISTS',
  'PERMISSION_DENIED',
  'RESOURCE_EXHAUSTED',
  'FAILED_PRECONDITION',
  'ABORTED',
  'OUT_OF_RANGE',
  'UNIMPLEMENTED',
  'INTERNAL',
  'UNAVAILABLE',
  'DATA_LOSS',
  'UNAUTHENTICATED',
] as const

/** Codes for responses of servers that do not speak gRPC ("HTTP to gRPC Status Code Mapping"). */
const codeOfHttp: Readonly<Record<number, number>> = {
  400: 13,
  401: 16,
  403: 7,
  404: 12,
  429: 14,
  502: 14,
  503: 14,
  504: 14,
}
const unknown = 2
const internal = 13

/** The parts of a response that its status is read from. */
export interface AnsweredHead {
  readonly statusCode: number
  readonly headers: readonly HeaderField[]
  readonly trailers: readonly HeaderField[]
}

/** Whether a response has the messages of a call as its content. */
export function isGrpcContent(
  { statusCode, headers }: Omit<AnsweredHead, 'trailers'>,
  protocol: CallProtocol,
): boolean {
  return statusCode === 200 && isCallContentType(mediaTypeOf(headers), protocol)
}

/** Whether the content of a response is stored as the messages of a call, and not as it arrived. */
export function isStoredAsMessages({ headers, content }: Pick<Response, 'headers' | 'content'>): boolean {
  const isCall = (type: string) => /^application\/grpc/i.test(type)
  return isCall(mediaTypeOf(headers)) && !isCall(content.mediaType)
}

/** Returns the status of a call from its trailers, or from its head if that is all there is. */
export function readGrpcStatus(
  head: AnsweredHead,
  messageCount: number,
  codec: Pick<GrpcCodec, 'type' | 'protocol' | 'decodeDetails'>,
): GrpcState {
  const fields = [...head.headers, ...head.trailers]
  const statuses = valuesOf(fields, 'grpc-status')
  const state = (code: number, message: string): GrpcState => ({
    code,
    name: statusNames[code] ?? 'UNKNOWN',
    message,
    details: detailsOf(fields, codec),
    messageCount,
  })
  const [status] = statuses
  if (status === undefined) return state(...notGrpc(head, codec.protocol))
  if (statuses.length > 1)
    return state(unknown, 'The server did not answer as gRPC: it sent grpc-status more than once.')
  const [written = ''] = valuesOf(fields, 'grpc-message')
  const message = decodeMessageText(written)
  const code = /^\d{1,9}$/.test(status) ? Number(status) : Number.NaN
  if (statusNames[code] === undefined) {
    const unknownStatus = `The server sent the unknown grpc-status ${JSON.stringify(status.slice(0, 40))}.`
    return state(unknown, message === '' ? unknownStatus : `${unknownStatus} ${message}`)
  }
  const isSingle = codec.type === 'unary' || codec.type === 'clientStreaming'
  if (code === 0 && isSingle && messageCount !== 1) return state(internal, wrongCount(messageCount))
  return state(code, message)
}

function wrongCount(count: number): string {
  return `The server sent status 0 and ${count === 0 ? 'no message' : `${count} messages`} instead of one.`
}

/** Returns code and message of a response without a status. */
function notGrpc({ statusCode, headers }: AnsweredHead, protocol: CallProtocol): readonly [number, string] {
  if (isGrpcContent({ statusCode, headers }, protocol))
    return [unknown, `The server did not answer as ${protocolName(protocol)}: grpc-status is missing.`]
  const type = mediaTypeOf(headers)
  const words = type === '' ? 'without a content type' : `with ${type.slice(0, 100)}`
  return [
    codeOfHttp[statusCode] ?? unknown,
    `The server did not answer as ${protocolName(protocol)}: HTTP ${statusCode} ${words}.`,
  ]
}

function protocolName(protocol: CallProtocol): string {
  return protocol === 'grpc' ? 'gRPC' : 'gRPC-Web'
}

export function mediaTypeOf(headers: readonly HeaderField[]): string {
  return (valuesOf(headers, 'content-type')[0] ?? '').trim()
}

function valuesOf(fields: readonly HeaderField[], name: string): readonly string[] {
  const values: string[] = []
  // Most names have another length, so that they need not be lowered.
  for (const field of fields)
    if (field.name.length === name.length && field.name.toLowerCase() === name)
      values.push(field.value.trim())
  return values
}

/** Returns a status message without its percent-encoding. What is encoded wrongly stays as it is. */
function decodeMessageText(text: string): string {
  return text.replace(/(?:%[0-9a-fA-F]{2})+/g, encoded => {
    const bytes = Uint8Array.from(encoded.slice(1).split('%'), hex => Number.parseInt(hex, 16))
    return new TextDecoder().decode(bytes)
  })
}

/** The value of a binary field may lack its padding. */
function detailsOf(
  fields: readonly HeaderField[],
  codec: Pick<GrpcCodec, 'decodeDetails'>,
): readonly string[] {
  const [value] = valuesOf(fields, 'grpc-status-details-bin')
  const bytes = value === undefined ? null : fromBase64(padded(value))
  return bytes === null ? [] : codec.decodeDetails(bytes)
}

/** Returns Base64 with its padding. */
export function padded(base64: string): string {
  const bare = trimEndOf(base64, '=')
  return bare.padEnd(Math.ceil(bare.length / 4) * 4, '=')
}

/** Returns a status in one line: `5 NOT_FOUND: no book 7`. Some servers repeat the name as the message. */
export function describeGrpcState({
  code,
  name,
  message,
}: Pick<GrpcState, 'code' | 'name' | 'message'>): string {
  return `${code} ${name}${message === '' || message === name ? '' : `: ${message}`}`
}
