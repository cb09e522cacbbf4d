import { jsonFault } from '@parley/engine'
import type { HttpRequest, RawLanguage, WebSocketMessage, WebSocketPart } from '@parley/model'
import type { DraftText } from '../tabs/draft-text.ts'

/** What a new message is. */
const newMessage: WebSocketMessage = { title: '', selected: false, format: 'json', data: '' }

/** Returns the drafts of messages; at least one, which is added when it is edited. */
export function messagesOf({ messages }: WebSocketPart): readonly WebSocketMessage[] {
  return messages.length === 0 ? [newMessage] : messages
}

/** Returns a draft with one message changed. */
export function withMessage(
  draft: HttpRequest,
  index: number,
  change: Partial<WebSocketMessage>,
): HttpRequest {
  const { webSocket } = draft
  if (webSocket === undefined) return draft
  const messages = messagesOf(webSocket).map((one, at) => (at === index ? { ...one, ...change } : one))
  return { ...draft, webSocket: { ...webSocket, messages } }
}

/** Returns a draft with a new message at the end. */
export function withNewMessage(draft: HttpRequest): HttpRequest {
  const { webSocket } = draft
  if (webSocket === undefined) return draft
  return { ...draft, webSocket: { ...webSocket, messages: [...messagesOf(webSocket), newMessage] } }
}

/** Returns a draft with a message under a title: itself if it had none, else a copy at the end. */
export function withSavedMessage(draft: HttpRequest, index: number, title: string): HttpRequest {
  const message = draft.webSocket && messagesOf(draft.webSocket)[index]
  if (draft.webSocket === undefined || message === undefined || message.title === title) return draft
  if (message.title === '') return withMessage(draft, index, { title })
  const { webSocket } = draft
  const copy = { ...message, title, selected: false }
  return { ...draft, webSocket: { ...webSocket, messages: [...messagesOf(webSocket), copy] } }
}

/** Returns a draft without a message. */
export function withoutMessage(draft: HttpRequest, index: number): HttpRequest {
  const { webSocket } = draft
  if (webSocket === undefined) return draft
  const messages = webSocket.messages.filter((_, at) => at !== index)
  return { ...draft, webSocket: { ...webSocket, messages } }
}

/** Returns a draft with a message moved by a number of places. */
export function withMovedMessage(draft: HttpRequest, index: number, by: number): HttpRequest {
  const { webSocket } = draft
  const moved = webSocket?.messages[index]
  if (webSocket === undefined || moved === undefined) return draft
  const messages = webSocket.messages.toSpliced(index, 1).toSpliced(index + by, 0, moved)
  return { ...draft, webSocket: { ...webSocket, messages } }
}

/** What the picker calls a message. */
export function messageTitle({ title, data }: WebSocketMessage, index: number): string {
  if (title !== '') return title
  const start = data.trim().replace(/\s+/g, ' ').slice(0, 40).toWellFormed()
  return start === '' ? `Message ${index + 1}` : start
}

/** A longer message is not checked at each key. */
const maxCheckedCharacters = 200_000

/** Says what is wrong with the format of a message, which is sent as typed; empty: nothing. */
export function messageProblem({ format, data }: WebSocketMessage): string {
  if (format !== 'json' || data.trim() === '' || data.length > maxCheckedCharacters) return ''
  const fault = jsonFault(data)
  return fault === null
    ? ''
    : `Not valid JSON at line ${fault.line}, column ${fault.column}. It is sent as typed.`
}

const languages: Readonly<Record<WebSocketMessage['format'], RawLanguage>> = {
  text: 'text',
  json: 'json',
  xml: 'xml',
  binary: 'text',
}

/** The text of a message, for its editor. */
export function messageText(index: number): DraftText {
  const read = ({ webSocket }: HttpRequest) => webSocket && messagesOf(webSocket)[index]
  return {
    id: `message-${index}`,
    label: 'Message',
    language: draft => languages[read(draft)?.format ?? 'text'],
    read: draft => read(draft)?.data ?? null,
    write: (draft, data) => withMessage(draft, index, { data }),
  }
}
