import { fromBase64, toBase64 } from '@parley/engine'
import {
  descriptorOf,
  type HttpRequest,
  hexBytes,
  type RawLanguage,
  type WebSocketMessage,
} from '@parley/model'
import type { DraftText } from '../tabs/draft-text.ts'

/** What a new message is. */
const newMessage: WebSocketMessage = { title: '', selected: false, format: 'json', data: '' }

/** Returns the drafts of messages, those of a gRPC call as JSON; at least one, which is added when it is edited. */
export function messagesOf({ webSocket, grpc }: HttpRequest): readonly WebSocketMessage[] {
  const messages =
    webSocket?.messages ??
    grpc?.messages.map(
      ({ title, selected, text }) => ({ title, selected, format: 'json', data: text }) as const,
    ) ??
    []
  return messages.length === 0 ? [newMessage] : messages
}

function withMessages(draft: HttpRequest, messages: readonly WebSocketMessage[]): HttpRequest {
  const { webSocket, grpc } = draft
  if (webSocket !== undefined) return { ...draft, webSocket: { ...webSocket, messages } }
  if (grpc === undefined) return draft
  const texts = messages.map(({ title, selected, data }) => ({ title, selected, text: data }))
  return { ...draft, grpc: { ...grpc, messages: texts } }
}

/** Returns a draft with one message changed. */
export function withMessage(
  draft: HttpRequest,
  index: number,
  change: Partial<WebSocketMessage>,
): HttpRequest {
  return withMessages(
    draft,
    messagesOf(draft).map((one, at) => (at === index ? { ...one, ...change } : one)),
  )
}

/** Returns a message in another format: the same bytes if both are of bytes, else the same text. */
export function inFormat(
  { format: from, data }: WebSocketMessage,
  format: WebSocketMessage['format'],
): Pick<WebSocketMessage, 'format' | 'data'> {
  if (from === 'hex' && format === 'binary') {
    const bytes = hexBytes(data)
    return { format, data: bytes === null ? data : toBase64(bytes) }
  }
  if (from === 'binary' && format === 'hex') {
    const bytes = fromBase64(data.replace(/\s/g, ''))
    return {
      format,
      data: bytes === null ? data : Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join(' '),
    }
  }
  return { format, data }
}

/** Returns a draft with a new message at the end. */
export function withNewMessage(draft: HttpRequest): HttpRequest {
  return withMessages(draft, [...messagesOf(draft), newMessage])
}

/** Returns a draft with a message under a title: itself if it had none, else a copy at the end. */
export function withSavedMessage(draft: HttpRequest, index: number, title: string): HttpRequest {
  const message = messagesOf(draft)[index]
  if (message === undefined || message.title === title) return draft
  if (message.title === '') return withMessage(draft, index, { title })
  return withMessages(draft, [...messagesOf(draft), { ...message, title, selected: false }])
}

/** Returns a draft without a message. */
export function withoutMessage(draft: HttpRequest, index: number): HttpRequest {
  return withMessages(
    draft,
    messagesOf(draft).filter((_, at) => at !== index),
  )
}

/** Returns a draft with a message moved by a number of places. */
export function withMovedMessage(draft: HttpRequest, index: number, by: number): HttpRequest {
  const messages = messagesOf(draft)
  const moved = messages[index]
  if (moved === undefined) return draft
  return withMessages(draft, messages.toSpliced(index, 1).toSpliced(index + by, 0, moved))
}

/** Returns a draft in which one message is selected, and no other. */
export function withOnlyMessage(draft: HttpRequest, index: number): HttpRequest {
  const messages = messagesOf(draft)
  // One alone is sent in any case.
  if (messages.length < 2) return draft
  return withMessages(
    draft,
    messages.map((one, at) => ({ ...one, selected: at === index })),
  )
}

/** What the picker calls a message. */
export function messageTitle({ title, data }: WebSocketMessage, index: number): string {
  if (title !== '') return title
  const start = data.trim().replace(/\s+/g, ' ').slice(0, 40).toWellFormed()
  return start === '' ? `Message ${index + 1}` : start
}

const languages: Readonly<Record<WebSocketMessage['format'], RawLanguage>> = {
  text: 'text',
  json: 'json',
  xml: 'xml',
  hex: 'text',
  binary: 'text',
}

/** The text of a message, for its editor. */
export function messageText(index: number): DraftText {
  const read = (draft: HttpRequest) =>
    descriptorOf(draft).pane.shows === 'messages' ? messagesOf(draft)[index] : undefined
  return {
    id: `message-${index}`,
    label: 'Message',
    language: draft => languages[read(draft)?.format ?? 'text'],
    read: draft => read(draft)?.data ?? null,
    write: (draft, data) => withMessage(draft, index, { data }),
  }
}
