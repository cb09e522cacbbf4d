import { STATUS_CODES } from 'node:http'
import type { ScriptRequestSender, VariableScope } from '@parley/engine'
import { describeSendFailure, type Exchange } from '@parley/model'
import type { RequestAnswer, RequestedSend } from '../sandbox/worker-protocol.ts'
import { type ResponseBodies, readWhole } from './response-bodies.ts'
import { wholeMs } from './view-of.ts'

/** Sends a script's own request and returns the whole response; its body is not stored. */
export async function sendForScript(
  sendRequest: ScriptRequestSender,
  bodies: ResponseBodies,
  { content, mediaType, ...request }: RequestedSend,
  scopes: readonly VariableScope[],
  signal: AbortSignal,
): Promise<RequestAnswer> {
  const override = content === null ? null : { text: content, mediaType }
  const sent = await sendRequest({ ...request, content: override }, scopes, signal)
  if (!sent.ok) {
    const message = describeSendFailure(sent.failure).sentence
    return { ok: false, message, stopsScript: sent.failure.code === 'VARIABLE_WITHHELD' }
  }
  const { handle } = sent.value.response.content
  const body = await readWhole(bodies, handle)
  await bodies.release(handle)
  return { ...headOf(sent.value), ok: true, body: body ?? new Uint8Array() }
}

function headOf({ response, timings }: Exchange) {
  return {
    statusCode: response.statusCode,
    reasonPhrase: response.reasonPhrase || (STATUS_CODES[response.statusCode] ?? ''),
    headers: response.headers.filter(({ name }) => !name.startsWith(':')),
    elapsedMs: wholeMs(timings),
    sizeBytes: response.content.decodedBytes,
    charset: response.content.charset,
  }
}
