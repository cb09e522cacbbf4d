import {
  describeClose,
  describeGrpcState,
  executeRequest,
  type LimitedStream,
  mayOpenWebSocket,
  type SendRequest,
} from '@parley/engine'
import type { Exchange, HttpRequest } from '@parley/model'
import type { OpenableFiles } from '@parley/transport'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { definitionFiles } from '../grpc/definition-files.ts'
import type { Io } from '../io/io.ts'
import { CallPrinter } from './call-printer.ts'
import type { MessagePrinter } from './message-printer.ts'
import type { SendOptions } from './send-options.ts'
import { givenStreamOption, givenWebSocketOption } from './stream-options.ts'
import { streamSending } from './stream-sending.ts'

type Parts = Pick<ConstructorParameters<typeof MessagePrinter>[0], 'target' | 'plan' | 'end' | 'onResult'> & {
  /** The files that a service definition may be read from. */
  readonly files: Pick<OpenableFiles, 'open'>
}

/** What prints the messages of a live request while it is sent. */
export interface LiveSending {
  /** Present for a request that may open a WebSocket. */
  readonly messages: MessagePrinter | null
  /** Present for a request whose response may be an event stream. */
  readonly stream: LimitedStream | null
  /** Present for a gRPC call whose messages are limited, or printed with their time. */
  readonly calls: CallPrinter | null
  readonly send: SendRequest
}

/** Prepares what prints a WebSocket, an event stream or a subscription, which may be either. */
export async function liveSending(
  request: HttpRequest,
  options: SendOptions,
  parts: Parts,
  io: Io,
): Promise<LiveSending> {
  if (request.grpc !== undefined) {
    const { sendGrpc } = await import('@parley/engine/grpc')
    const calls = givenStreamOption(options) === null ? null : new CallPrinter(parts)
    return { messages: null, stream: null, calls, send: sendGrpc(definitionFiles(parts.files)) }
  }
  const messages = mayOpenWebSocket(request) ? await openMessages(request, options, parts, io) : null
  const mayStream = request.webSocket === undefined
  const asksForEvents = request.stream !== undefined || givenStreamOption(options) !== null
  const { stream, send } =
    mayStream && asksForEvents
      ? streamSending(parts.plan, { io, isQuiet: options.quiet ?? false, end: parts.end })
      : { stream: null, send: executeRequest }
  if (messages === null) return { messages, stream, calls: null, send }
  const { webSockets } = messages
  return {
    messages,
    stream,
    calls: null,
    send: sending => send({ ...sending, ports: { ...sending.ports, webSockets } }),
  }
}

/** Whether a limit of the messages was reached. */
export function hasEnough({ messages, stream, calls }: LiveSending): boolean {
  return [messages, stream, calls].some(one => one?.hasEnough === true)
}

/** Ends what prints the messages. Call when the send has ended. */
export async function stopLive({ messages, stream, calls }: LiveSending): Promise<void> {
  stream?.stop()
  calls?.stop()
  await messages?.stop()
}

/** Returns a sentence if options are given that this kind of request has no use for. */
export function refuseForKind(request: HttpRequest, options: SendOptions): string | null {
  if (request.grpc !== undefined) {
    if (options.events !== undefined)
      return '--events is only for event streams. Give --messages for a gRPC call.'
    if (options.interactive) return '--interactive is only for WebSockets, and this request is a gRPC call.'
    if (options.raw) return '--raw is only for event streams and WebSockets, and this request is a gRPC call.'
    return null
  }
  if (request.webSocket === undefined) {
    const option = givenWebSocketOption(options)
    if (option === null) return null
    return mayOpenWebSocket(request)
      ? `${option} is only for WebSockets, and this is a subscription. Give --events instead.`
      : `${option} is only for WebSockets, and this request does not open one.`
  }
  if (options.events !== undefined)
    return '--events is only for event streams. Give --messages for a WebSocket.'
  return options.jsonOutput
    ? '--json-output prints a single document. Give --json-lines to print each message of a WebSocket as one.'
    : null
}

async function openMessages(
  { webSocket }: HttpRequest,
  options: SendOptions,
  parts: Parts,
  io: Io,
): Promise<MessagePrinter> {
  const { MessagePrinter } = await import('./message-printer.ts')
  const { webSocketFraming } = await import('@parley/transport/websocket')
  const takesLines = webSocket !== undefined && (options.interactive === true || io.stdin.isPiped())
  return new MessagePrinter({ ...parts, io, takesLines, framing: webSocketFraming })
}

/** Reports how a WebSocket ended, and a response that is not what the kind of the request asks for. */
export function reportKind(
  { stream, webSocket, grpc }: HttpRequest,
  { request, response }: Pick<Exchange, 'request' | 'response'>,
  { isStream, isQuiet, io }: { readonly isStream: boolean; readonly isQuiet: boolean; readonly io: Io },
): ExitCode {
  const status = `${response.statusCode} ${response.reasonPhrase}`.trim()
  if (stream !== undefined && !isStream && response.statusCode !== 204)
    return io.stderr.printError(`The response is not an event stream: ${status}`, exitCodes.requestFailed)
  if (grpc !== undefined) return reportCall(response, io)
  const asksForWebSocket = webSocket !== undefined || /^wss?:/.test(request.targetUri)
  if (asksForWebSocket && response.webSocket === undefined)
    return io.stderr.printError(`The server refused the WebSocket: ${status}`, exitCodes.requestFailed)
  const end = response.webSocket?.end
  if (webSocket !== undefined && end?.by === 'peer' && !isQuiet)
    io.stderr.printNote(`closed by the server: ${describeClose(end.code, end.reason)}`)
  return exitCodes.ok
}

/** Any status but 0 is an error, whose details follow it. */
function reportCall({ grpc }: Exchange['response'], io: Io): ExitCode {
  if (grpc === undefined || grpc.code === 0) return exitCodes.ok
  const code = io.stderr.printError(describeGrpcState(grpc), exitCodes.testsFailed)
  io.stderr.printLines(grpc.details.map(detail => `${detail}\n`).join(''))
  return code
}
