import { isSubscription } from '@parley/engine'
import {
  defaultStreamSettings,
  defaultWebSocketPart,
  descriptorOf,
  type GrpcMethodType,
  grpcCallOf,
  type HttpRequest,
  type KindPane,
  nameFromUrl,
  newGrpcRequest,
  newHttpRequest,
  type OpenKind,
  type Response,
} from '@parley/model'
import { newGraphQlDraft } from './new-graphql-draft.ts'

/** What a new request of each kind begins with. */
export const newDrafts: Readonly<Record<OpenKind, () => HttpRequest>> = {
  http: newHttpRequest,
  graphql: newGraphQlDraft,
  webSocket: () => newHttpRequest({ webSocket: defaultWebSocketPart }),
  serverSentEvents: () => newHttpRequest({ stream: defaultStreamSettings }),
  grpc: () => grpcCallOf(newGrpcRequest()),
}

/** Returns what the button that sends a draft says. */
export function sendLabelOf(draft: HttpRequest): string {
  if (startsCall(draft)) return 'Start'
  return isSubscription(draft.body) ? 'Subscribe' : descriptorOf(draft).pane.sendLabel
}

function startsCall({ grpc }: HttpRequest): boolean {
  return grpc !== undefined && takesMessages(grpc.methodType)
}

/** Whether a response has opened a WebSocket, whose messages are shown in place of it. */
export function isConversation(response: Response | null): boolean {
  return response?.webSocket !== undefined
}

/** Returns what the response pane says before a draft is sent for the first time. */
export function idleHintOf(draft: HttpRequest): string {
  if (startsCall(draft)) return 'Start the call to see the messages'
  return isSubscription(draft.body) ? 'Subscribe to see the events' : descriptorOf(draft).pane.idleHint
}

/** Returns the name of a draft that has none (behaviour 2.1): of its URL; a gRPC request has that of its method. */
export function nameFromDraft({ grpc, url }: HttpRequest): string {
  const method = grpc?.method.split('/').at(-1) ?? ''
  return method === '' ? nameFromUrl(url) : method
}

/** Whether the messages of a call are sent one by one. */
export function takesMessages(type: GrpcMethodType): boolean {
  return type === 'clientStreaming' || type === 'bidirectionalStreaming'
}

/** Returns what the button says that ends a running request; null: Send waits for its end. */
export function stopLabelOf(draft: HttpRequest): string | null {
  return isSubscription(draft.body) ? 'Stop' : (descriptorOf(draft).pane.stopLabel ?? null)
}

/** Whether a draft can be sent repeatedly: its sends end by themselves, and one after another can be shown. */
export function canRepeat(draft: HttpRequest): boolean {
  return stopLabelOf(draft) === null && descriptorOf(draft).pane.shows !== 'messages'
}

/** Returns the actions of the button that sends a kind; the first one needs no menu. */
export function sendActions({ sendLabel }: Pick<KindPane, 'sendLabel'>, isRepeatable = false) {
  return [
    { id: 'send', label: sendLabel, shortcut: 'Mod+Enter' },
    { id: 'download', label: 'Download' },
    ...(isRepeatable ? [{ id: 'repeat', label: 'Send repeatedly…' } as const] : []),
  ] as const
}

/** Whether there is code that sends a draft: not for WebSockets. */
export function hasCode(draft: HttpRequest): boolean {
  return descriptorOf(draft).copiedAs !== null
}
