import type { GrpcPart } from '@parley/model'
import type { CallFacts } from './call-fields.ts'

/** A gRPC call with its variables filled in. */
export interface RenderedCall extends CallFacts {
  /** The messages to send, as JSON texts. */
  readonly messages: readonly string[]
}

/** Fills in the messages that a call sends. */
export function renderCall(
  { methodType, messages, options }: Pick<GrpcPart, 'methodType' | 'messages' | 'options'>,
  fill: (text: string) => { readonly text: string },
): RenderedCall {
  const selected = messages.filter(one => one.selected)
  const isSingle = methodType === 'unary' || methodType === 'serverStreaming'
  const chosen = selected.length === 0 ? messages : selected
  const sent = isSingle ? chosen.slice(0, 1) : chosen
  return {
    // A call with one message always has it, if only an empty one.
    messages: isSingle && sent.length === 0 ? [nothing] : sent.map(({ text }) => messageOf(fill(text).text)),
    deadlineMs: options.deadlineMs,
    protocol: options.web ?? 'grpc',
    isCompressed: options.compression === 'gzip',
  }
}

const nothing = '{}'

/** A text with nothing in it is the message without fields, as `google.protobuf.Empty` is. */
function messageOf(text: string): string {
  return text.trim() === '' ? nothing : text
}
