import type { HttpBody } from './body.ts'
import type { HttpRequest, RequestKind } from './request.ts'

/** A kind of request (behaviour 1): what it is called, and what can be done with it. */
export interface KindDescriptor {
  /** As menus and sentences call it. */
  readonly name: string
  /** What its badge says; null: its method. */
  readonly badge: string | null
  /** As lists of a workspace's files call it. */
  readonly listedAs: string
  /** The type of body that makes a request one of this kind, whatever its file calls it. */
  readonly bodyType?: HttpBody['type']
  /** Whether it is one request and one response over HTTP: runs send it, and exports and Generate Code have it. */
  readonly isExchange: boolean
  /** The program whose command it is copied as; null: no command sends it. */
  readonly copiedAs: 'cURL' | 'grpcurl' | null
  /** Whether it calls a method of a service, which is chosen beside its address; absent: no. */
  readonly callsMethods?: true
  /** How it opens; null: this version cannot open it. */
  readonly pane: KindPane | null
}

/** What is particular to a kind where it is edited. */
export interface KindPane {
  /** The tabs of the request side, in order. */
  readonly sections: readonly KindSection[]
  /** What the button that sends says. */
  readonly sendLabel: string
  /** What the URL field says while it is empty. */
  readonly urlHint: string
  /** What the response pane says before the first send. */
  readonly idleHint: string
  /** What it says while the request runs, if it then ends the request; absent: it waits. */
  readonly stopLabel?: string
  /** What the response pane has: one response, a list of events, or messages of both sides. */
  readonly shows: 'response' | 'events' | 'messages'
}

/** A tab of the request side. */
export interface KindSection {
  readonly id: string
  readonly label: string
}

/** The tab that every kind has last. */
const docsSection = { id: 'docs', label: 'Docs' } as const

/** The tabs of what travels as one HTTP request (behaviour 2). */
const httpSections = [
  { id: 'params', label: 'Params' },
  { id: 'headers', label: 'Headers' },
  { id: 'cookies', label: 'Cookies' },
  { id: 'body', label: 'Body' },
  { id: 'authorization', label: 'Authorization' },
  { id: 'script', label: 'Script' },
  { id: 'settings', label: 'Settings' },
  docsSection,
] as const satisfies readonly KindSection[]

const httpPane = {
  sections: httpSections,
  sendLabel: 'Send',
  urlHint: 'Type a URL, such as http://localhost:3000/books',
  idleHint: 'Send the request to see the response',
  shows: 'response',
} as const

/** The tabs of a WebSocket, whose handshake has no body. */
const webSocketSections = [
  { id: 'message', label: 'Message' },
  { id: 'params', label: 'Params' },
  { id: 'headers', label: 'Headers' },
  { id: 'cookies', label: 'Cookies' },
  { id: 'authorization', label: 'Authorization' },
  { id: 'script', label: 'Script' },
  { id: 'settings', label: 'Settings' },
  docsSection,
] as const satisfies readonly KindSection[]

/** The tabs of a gRPC call, whose headers are its metadata. */
const grpcSections = [
  { id: 'message', label: 'Message' },
  { id: 'headers', label: 'Metadata' },
  { id: 'authorization', label: 'Authorization' },
  { id: 'definition', label: 'Service definition' },
  { id: 'script', label: 'Script' },
  { id: 'settings', label: 'Settings' },
  docsSection,
] as const satisfies readonly KindSection[]

/** Parley's kinds, in the order of the menus that add a request. */
export const requestKinds = {
  http: {
    name: 'HTTP',
    badge: null,
    listedAs: 'http',
    isExchange: true,
    copiedAs: 'cURL',
    pane: httpPane,
  },
  graphql: {
    name: 'GraphQL',
    badge: 'GQL',
    listedAs: 'graphql',
    bodyType: 'graphql',
    isExchange: true,
    copiedAs: 'cURL',
    pane: { ...httpPane, urlHint: 'Type a URL, such as http://localhost:3000/graphql' },
  },
  webSocket: {
    name: 'WebSocket',
    badge: 'WS',
    listedAs: 'websocket',
    isExchange: false,
    copiedAs: null,
    pane: {
      sections: webSocketSections,
      sendLabel: 'Connect',
      stopLabel: 'Disconnect',
      urlHint: 'Type a URL, such as ws://localhost:3000/socket',
      idleHint: 'Connect to see the messages',
      shows: 'messages',
    },
  },
  serverSentEvents: {
    name: 'Server-Sent Events',
    badge: 'SSE',
    listedAs: 'serverSentEvents',
    isExchange: false,
    copiedAs: 'cURL',
    pane: {
      sections: httpSections,
      sendLabel: 'Connect',
      stopLabel: 'Stop',
      urlHint: 'Type a URL, such as http://localhost:3000/events',
      idleHint: 'Connect to see the events',
      shows: 'events',
    },
  },
  grpc: {
    name: 'gRPC',
    badge: 'gRPC',
    listedAs: 'grpc',
    isExchange: false,
    copiedAs: 'grpcurl',
    callsMethods: true,
    pane: {
      sections: grpcSections,
      sendLabel: 'Invoke',
      stopLabel: 'Cancel',
      urlHint: 'Type an address, such as localhost:50051',
      idleHint: 'Invoke the method to see the response',
      shows: 'messages',
    },
  },
} as const satisfies Readonly<Record<RequestKind, KindDescriptor>>

/** The kinds that there are, by their names in the model. */
export type KindRegistry = Readonly<Record<string, KindDescriptor>>

/** A kind that can be opened. */
export type OpenKind = OpenKindOf<typeof requestKinds>

type OpenKindOf<Kinds extends KindRegistry> = {
  [Kind in keyof Kinds & string]: Kinds[Kind]['pane'] extends null ? never : Kind
}[keyof Kinds & string]

/** A tab of the request side of any kind. */
export type RequestSection = NonNullable<(typeof requestKinds)[OpenKind]['pane']>['sections'][number]['id']

/** The kind that a list of files names; undefined: it is no request. */
export function kindListedAs(type: string, kinds: KindRegistry = requestKinds): KindDescriptor | undefined {
  return Object.values(kinds).find(one => one.listedAs === type)
}

/** The kinds that can be opened, which menus offer to add. */
export const openKinds: readonly OpenKind[] = openKindsIn(requestKinds)

/** The kinds of a registry that can be opened, in its order. */
export function openKindsIn<Kinds extends KindRegistry>(kinds: Kinds) {
  const isOpen = (kind: string): kind is OpenKindOf<Kinds> => kinds[kind]?.pane != null
  return Object.keys(kinds).filter(isOpen)
}

/** Returns the kind of a draft: by its part for a gRPC call or a WebSocket or its settings of a stream, then by its type of body, else HTTP. */
export function kindOfDraft(draft: HttpRequest, kinds: KindRegistry = requestKinds): OpenKind {
  if (draft.grpc !== undefined) return 'grpc'
  if (draft.webSocket !== undefined) return 'webSocket'
  if (draft.stream !== undefined) return 'serverSentEvents'
  const isItsKind = (kind: OpenKind) => kinds[kind]?.bodyType === draft.body.type
  return openKinds.find(isItsKind) ?? 'http'
}

/** Returns what the kind of a draft is called, and what can be done with it. */
export function descriptorOf(draft: HttpRequest): KindDescriptor & { readonly pane: KindPane } {
  return requestKinds[kindOfDraft(draft)]
}

/** Returns what is written before the name of a request: its kind, such as `GQL`, or the method if it is HTTP. */
export function kindOrMethod({
  kind,
  method,
}: {
  readonly kind?: RequestKind
  readonly method: string
}): string {
  return (kind === undefined ? null : requestKinds[kind].badge) ?? method
}
