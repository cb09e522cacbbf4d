import {
  type Collection,
  type Exchange,
  type Folder,
  failed,
  type HeaderField,
  type HttpRequest,
  noRequestDefaults,
  ok,
  type PlainVariable,
  type RequestDefaults,
} from '@parley/model'
import { withoutScripts } from './after/without-scripts.ts'
import { authSessionInMemory } from './prepare/auth/auth-session.ts'
import { noAllowedOrigins } from './prepare/gate/allowed-origins.ts'
import type { GateFacts } from './prepare/gate/message-secrets.ts'
import { contentLengthBytes } from './prepare/message/content-length-bytes.ts'
import type { OutboundMessage } from './prepare/message/outbound-message.ts'
import type { EnginePorts, Files } from './prepare/ports/engine-ports.ts'
import type { SendOutcome } from './prepare/ports/history.ts'
import type { TransportResult } from './prepare/ports/transport.ts'
import { preparationFailure } from './prepare/preparation-failure.ts'
import type { EffectiveSettings, RequestContext } from './prepare/request-context.ts'
import type { VariableScope } from './prepare/variables/scope.ts'

export const testSettings: EffectiveSettings = {
  timeoutMs: 0,
  connectTimeoutMs: 10_000,
  followRedirects: true,
  maxRedirects: 10,
  forwardAuthorization: false,
  httpVersion: 'auto',
  autoFormatJson: false,
  initiator: 'user',
  scriptsReachLinkLocal: false,
  scriptsRequireLibraries: false,
}

/** Of a message that holds no secret. */
export const noGateFacts: GateFacts = {
  way: 'request',
  originChosenBy: 'user',
  secrets: [],
  inContent: [],
  known: [],
}

/** Fields as names and values alone. */
export function plainFields(fields: readonly HeaderField[] = []): readonly HeaderField[] {
  return fields.map(({ name, value }) => ({ name, value }))
}

export function collection(defaults: Partial<RequestDefaults> = {}): Collection {
  return {
    kind: 'collection',
    name: 'Collection',
    summary: '',
    version: '',
    authors: [],
    defaults: { ...noRequestDefaults, ...defaults },
    items: [],
    environments: [],
    protobuf: { protoFilePaths: [], importPaths: [] },
    clientCertificates: [],
    bundled: false,
  }
}

export function folder(defaults: Partial<RequestDefaults> = {}): Folder {
  return {
    kind: 'folder',
    name: 'Folder',
    tags: [],
    defaults: { ...noRequestDefaults, ...defaults },
    items: [],
  }
}

export function variable(name: string, text: string, enabled = true): PlainVariable {
  return { secret: false, name, value: { text }, enabled }
}

export function context(fields: Partial<RequestContext> = {}): RequestContext {
  return {
    ancestors: [],
    environment: null,
    workspaceVariables: [],
    globalVariables: [],
    liveScopes: [],
    defaultSettings: testSettings,
    ...fields,
  }
}

/** A scope of ordinary values. */
export function scope(name: VariableScope['name'], values: Readonly<Record<string, string>>): VariableScope {
  return {
    name,
    values: new Map(Object.entries(values).map(([key, text]) => [key, { text, isLiteral: false }])),
  }
}

/** A clock that stands still and randomness that counts. */
export function countingSources() {
  let count = 0
  const next = () => {
    count += 1
    return count
  }
  return {
    clock: {
      now: () => Date.UTC(2026, 0, 2, 3, 4, 5, 678),
      monotonic: () => Date.UTC(2026, 0, 2, 3, 4, 5, 678),
    },
    random: { uuid: () => `uuid-${next()}`, integer: (limit: number) => next() % limit },
  }
}

/** Host names that need no conversion in tests; `bücher.example` stands for those that do. */
export const testHostNames = {
  toAscii: (host: string) => (host === 'bücher.example' ? 'xn--bcher-kva.example' : null),
}

/** Files of these lengths, and no others. */
export function testFiles(lengths: Readonly<Record<string, number>>): Files {
  return {
    async lengthBytes(filePath) {
      const length = lengths[filePath]
      return length === undefined ? failed(preparationFailure('file', 'FILE_NOT_READ', filePath)) : ok(length)
    },
  }
}

/** Ports that write down what is asked of them, in order. */
export function recordingPorts(answer: (message: OutboundMessage) => TransportResult) {
  const calls: string[] = []
  const messages: OutboundMessage[] = []
  const recorded: { readonly request: HttpRequest; readonly outcome: SendOutcome }[] = []
  const ports: EnginePorts = {
    ...countingSources(),
    hostNames: testHostNames,
    files: testFiles({}),
    authSession: authSessionInMemory(),
    secretHosts: noAllowedOrigins,
    scripts: {
      runPreRequest(run) {
        calls.push('pre-request scripts')
        return withoutScripts.runPreRequest(run)
      },
      runPostResponse(run) {
        calls.push('post-response scripts')
        return withoutScripts.runPostResponse(run)
      },
    },
    transport: {
      open: () => Promise.reject(new Error('No connection is opened here')),
      async send({ message }, observer) {
        calls.push('send')
        messages.push(message)
        const result = answer(message)
        const contentBytes = contentLengthBytes(message.content)
        if (contentBytes > 0) observer.onRequestContent(contentBytes)
        if (result.ok) observer.onResponse(result.value.response)
        return result
      },
    },
    history: {
      async record(request, outcome) {
        calls.push('record')
        recorded.push({ request, outcome })
      },
    },
  }
  return { ports, calls, messages, recorded }
}

export function exchange(statusCode: number): Exchange {
  return {
    request: {
      method: 'GET',
      targetUri: '',
      httpVersion: '1.1',
      requestLine: '',
      headers: [],
      leftOut: [],
      headerBytes: 0,
      contentBytes: 0,
    },
    response: {
      httpVersion: '1.1',
      statusCode,
      reasonPhrase: '',
      headers: [],
      trailers: [],
      headerBytes: 0,
      interim: [],
      content: { handle: '', mediaType: '', charset: '', wireBytes: 0, decodedBytes: 0, isComplete: true },
    },
    timings: {
      startedAt: 0,
      dnsMs: null,
      connectMs: null,
      tlsMs: null,
      waitingMs: null,
      downloadMs: null,
      totalMs: 0,
    },
    hops: [],
    connection: { remoteAddress: '', remotePort: 0, isReused: false, proxy: null, tls: null },
    notices: [],
  }
}
