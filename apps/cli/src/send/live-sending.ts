// biome-ignore lint/style/noRestrictedImports: reads only the type of a descriptor, and no file.
import { fstatSync } from 'node:fs'
import { describeClose, executeRequest } from '@parley/engine'
import type { HttpRequest, Response } from '@parley/model'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { printError, printNote } from '../output/standard-error.ts'
import type { MessagePrinter } from './message-printer.ts'
import type { SendOptions } from './send-options.ts'
import { givenStreamOption, givenWebSocketOption } from './stream-options.ts'
import { streamSending } from './stream-sending.ts'

type Parts = Pick<ConstructorParameters<typeof MessagePrinter>[0], 'target' | 'plan' | 'end'>

/** Prepares what prints a WebSocket or an event stream; for other requests neither. */
export async function liveSending({ stream, webSocket }: HttpRequest, options: SendOptions, parts: Parts) {
  if (webSocket !== undefined) {
    const messages = await openMessages(options, parts)
    return { messages, events: { stream: null, send: messages.send } }
  }
  const asksForEvents = stream !== undefined || givenStreamOption(options) !== null
  const isQuiet = options.quiet ?? false
  const events = asksForEvents
    ? streamSending(parts.plan, { isQuiet, end: parts.end })
    : { stream: null, send: executeRequest }
  return { messages: null, events }
}

/** Returns a sentence if options are given that this kind of request has no use for. */
export function refuseForKind({ webSocket }: HttpRequest, options: SendOptions): string | null {
  if (webSocket === undefined) {
    const option = givenWebSocketOption(options)
    return option === null ? null : `${option} is for WebSockets, and this request opens none.`
  }
  if (options.events !== undefined) return '--events is for event streams. Give --messages for a WebSocket.'
  return options.jsonOutput
    ? '--json-output prints one document, and a WebSocket has messages. Give --json-lines for a document each.'
    : null
}

async function openMessages(options: SendOptions, parts: Parts): Promise<MessagePrinter> {
  const { MessagePrinter } = await import('./message-printer.ts')
  const { webSocketFraming } = await import('@parley/transport/websocket')
  const takesLines = options.interactive === true || isPiped()
  return new MessagePrinter({ ...parts, takesLines, framing: webSocketFraming })
}

/** Whether standard input comes from another program or a file. */
function isPiped(): boolean {
  const stdin = fstatSync(0)
  return stdin.isFIFO() || stdin.isSocket() || stdin.isFile()
}

/** Reports how a WebSocket ended, and a response that is not what the kind of the request asks for. */
export function reportKind(
  { stream, webSocket }: HttpRequest,
  response: Response,
  { isStream, isQuiet }: { readonly isStream: boolean; readonly isQuiet: boolean },
): ExitCode {
  const status = `${response.statusCode} ${response.reasonPhrase}`.trim()
  if (stream !== undefined && !isStream && response.statusCode !== 204)
    return printError(`The response is no event stream: ${status}`, exitCodes.requestFailed)
  if (webSocket === undefined) return exitCodes.ok
  if (response.webSocket === undefined)
    return printError(`The server refused the WebSocket: ${status}`, exitCodes.requestFailed)
  const { end } = response.webSocket
  if (end?.by === 'peer' && !isQuiet)
    printNote(`closed by the server: ${describeClose(end.code, end.reason)}`)
  return exitCodes.ok
}
