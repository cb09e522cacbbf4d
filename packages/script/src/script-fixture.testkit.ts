import { randomInt } from 'node:crypto'
import {
  authSessionInMemory,
  defaultSendSettings,
  type EnginePorts,
  executeRequest,
  noAllowedOrigins,
  type OrderChange,
  type OutboundMessage,
  type RequestContext,
  type RunSessionChange,
  type ScopeValue,
  type ScriptReport,
  type ScriptRunner,
  type SendOutcome,
  type VariableScope,
} from '@parley/engine'
import {
  type Environment,
  type Exchange,
  type HeaderField,
  type NewRequestFields,
  newHttpRequest,
  noScripts,
  ok,
  type SecretVariable,
} from '@parley/model'
import { collection, folder } from './containers.testkit.ts'
import { ScriptPool } from './pool/script-pool.ts'
import { createScriptRunner } from './runner/create-script-runner.ts'
import { SessionValues } from './runner/session-values.ts'
import type { ScriptBudget } from './sandbox/script-clock.ts'
import type { ConsoleLine } from './sandbox/worker-protocol.ts'

/** A response of a server in a test. */
export interface CannedAnswer {
  readonly status?: number
  readonly statusText?: string
  readonly headers?: readonly (readonly [string, string])[]
  readonly body?: string | Uint8Array
  readonly time?: number
  readonly charset?: string
}

/** An owner of secret variables. */
export type SecretOwner = 'environment' | 'collection' | 'folder'

export interface ScriptedSend {
  readonly pre?: string
  readonly post?: string
  readonly request?: NewRequestFields
  /** The response to the request itself. */
  readonly answer?: CannedAnswer
  /** The responses to requests of scripts, by URL. */
  readonly network?: Readonly<Record<string, CannedAnswer>>
  readonly variables?: Partial<Readonly<Record<VariableScope['name'], Readonly<Record<string, string>>>>>
  /** The owner of the secrets; absent: the environment. */
  readonly secretOwner?: SecretOwner
  readonly secrets?: Readonly<Record<string, { readonly value: string; readonly allowed: boolean }>>
  readonly session?: SessionValues
  readonly budget?: ScriptBudget
  readonly iteration?: { readonly index: number; readonly count: number }
  /** The data row of the iteration. */
  readonly data?: Readonly<Record<string, ScopeValue>>
  readonly signal?: AbortSignal
  readonly context?: Partial<RequestContext>
  /** Receives the report of the post-response scripts. */
  readonly onReport?: (report: ScriptReport) => void
  /** Called before a script reads a body. */
  readonly onRead?: () => void
  /** Called before a script's request gets its response. */
  readonly onCall?: (message: OutboundMessage, signal: AbortSignal) => Promise<void> | void
}

export interface ScriptedOutcome {
  readonly outcome: SendOutcome
  readonly results: readonly { readonly name: string; readonly passed: boolean; readonly reason?: string }[]
  /** The message of the first script error, before or after the send. */
  readonly error: string | null
  readonly session: SessionValues
  /** The request itself; null: it was not sent. */
  readonly sent: SentMessage | null
  readonly calls: readonly SentMessage[]
  readonly console: readonly ConsoleLine[]
  readonly order: readonly OrderChange[]
  readonly sessionChanges: readonly RunSessionChange[]
  /** How often a body was read. */
  readonly bodyReads: number
}

export interface SentMessage {
  readonly method: string
  readonly url: string
  readonly headers: readonly HeaderField[]
  readonly body: string
}

let pool: ScriptPool | null = null

/** Returns the pool of all test files of a process, which it does not keep running. */
function testPool(): ScriptPool {
  pool ??= new ScriptPool()
  return pool
}

/** Runs a whole send through the engine, with a simulated network and a real sandbox. */
export async function sendWithScripts(send: ScriptedSend): Promise<ScriptedOutcome> {
  const bodies = new Map<string, Uint8Array>()
  const session = send.session ?? new SessionValues()
  const lines: ConsoleLine[] = []
  const messages: SentMessage[] = []
  const order: OrderChange[] = []
  const sessionChanges: RunSessionChange[] = []
  let sent: SentMessage | null = null
  let bodyReads = 0
  const request = newHttpRequest({
    url: 'http://h/',
    ...send.request,
    scripts: {
      ...noScripts,
      preRequest: send.pre ?? '',
      postResponse: send.post ?? '',
      ...send.request?.scripts,
    },
  })
  const ports: EnginePorts = {
    clock: { now: () => Date.now(), monotonic: () => performance.now() },
    random: { uuid: () => crypto.randomUUID(), integer: limit => randomInt(limit) },
    hostNames: { toAscii: () => null },
    authSession: authSessionInMemory(),
    secretHosts: noAllowedOrigins,
    files: { lengthBytes: async () => ok(0) },
    history: { record: async () => {} },
    scripts: reporting(
      send.onReport,
      createScriptRunner({
        pool: testPool(),
        session,
        bodies: {
          sizeBytes: handle => bodies.get(handle)?.byteLength ?? null,
          async read(handle, offset, maxBytes) {
            bodyReads += 1
            send.onRead?.()
            return bodies.get(handle)?.slice(offset, offset + maxBytes) ?? null
          },
          release: async handle => void bodies.delete(handle),
        },
        requestId: () => 'request-1',
        onConsole: (_request, added) => lines.push(...added),
        onOrder: asked => order.push(...asked),
        onSessionChanges: made => sessionChanges.push(...made),
        ...(send.iteration ? { iteration: send.iteration } : {}),
        ...(send.budget ? { budget: send.budget } : {}),
      }),
    ),
    transport: {
      open: () => Promise.reject(new Error('No connection is opened here')),
      async send({ message }, _observer, signal) {
        const written = sentMessageOf(message)
        const canned = send.network?.[written.url]
        if (canned === undefined) sent = written
        else {
          messages.push(written)
          await send.onCall?.(message, signal)
        }
        const answer = canned ?? send.answer ?? {}
        const handle = crypto.randomUUID()
        const body = answer.body ?? ''
        bodies.set(handle, typeof body === 'string' ? new TextEncoder().encode(body) : body)
        return ok(exchangeOf(message, answer, handle, bodies.get(handle)?.byteLength ?? 0))
      },
    },
  }
  const outcome = await executeRequest({
    request,
    context: contextOf(send, session),
    ports,
    signal: send.signal ?? new AbortController().signal,
  })
  const tests = outcome.ok ? outcome.value.tests : { results: [], scriptErrors: [] }
  const failure = outcome.ok ? null : outcome.failure.failure
  return {
    outcome,
    results: tests.results,
    error: tests.scriptErrors[0]?.message ?? failure?.scriptError?.message ?? failure?.code ?? null,
    session,
    sent,
    calls: messages,
    console: lines,
    order,
    sessionChanges,
    bodyReads,
  }
}

/** Returns the session's values as plain text. */
export function sessionTexts(session: SessionValues): Record<string, string> {
  return Object.fromEntries([...session.scope.values].map(([name, { text }]) => [name, text]))
}

function sentMessageOf({ method, target, headers, content }: OutboundMessage): SentMessage {
  const bytes = content.flatMap(part => (part.kind === 'bytes' ? [...part.bytes] : []))
  const body = new TextDecoder().decode(Uint8Array.from(bytes))
  return { method, url: target.targetUri, headers: headers.map(({ name, value }) => ({ name, value })), body }
}

function contextOf(send: ScriptedSend, session: SessionValues): RequestContext {
  const scopes = Object.entries(send.variables ?? {}).map(([name, values]) => scopeOf(name, values))
  const secrets = Object.entries(send.secrets ?? {})
  const owner = send.secretOwner ?? 'environment'
  const declared = secrets.map(
    ([name, { allowed }]): SecretVariable => ({
      secret: true,
      name,
      enabled: true,
      allowedToScripts: allowed,
    }),
  )
  const container = owner === 'collection' ? collection({}) : folder({})
  const owning = { ...container, defaults: { ...container.defaults, variables: declared } }
  const environment: Environment = {
    name: 'Test',
    color: '',
    variables: owner === 'environment' ? declared : [],
    clientCertificates: [],
    extendsName: '',
    dotEnvFilePath: '',
  }
  const values = Object.fromEntries(secrets.map(([name, { value }]) => [name, value]))
  const plain = (name: string) => variablesOf(send.variables?.[name as 'global'] ?? {})
  return {
    ancestors: owner === 'environment' ? [] : [owning],
    environment,
    workspaceVariables: plain('workspace'),
    globalVariables: plain('global'),
    liveScopes: [
      { name: 'iteration', values: new Map(Object.entries(send.data ?? {})) },
      session.scope,
      ...(owner === 'environment' ? [scopeOf('environment', values)] : []),
      ...scopes.filter(
        scope => scope.name === 'collection' || scope.name === 'environment' || scope.name === 'iteration',
      ),
    ],
    defaultSettings: defaultSendSettings,
    secretValues: { ancestors: new Map([[owning, new Map(Object.entries(values))]]) },
    ...send.context,
  }
}

function scopeOf(name: string, values: Readonly<Record<string, string>> = {}): VariableScope {
  return {
    name: name as VariableScope['name'],
    values: new Map(Object.entries(values).map(([key, text]) => [key, { text, isLiteral: false }])),
  }
}

function variablesOf(values: Readonly<Record<string, string>>) {
  return Object.entries(values).map(
    ([name, text]) => ({ secret: false, name, value: { text }, enabled: true }) as const,
  )
}

function exchangeOf(message: OutboundMessage, answer: CannedAnswer, handle: string, size: number): Exchange {
  const headers = (answer.headers ?? []).map(([name, value]) => ({ name, value }))
  const mediaType = headers.find(field => field.name.toLowerCase() === 'content-type')?.value ?? ''
  return {
    request: {
      method: message.method,
      targetUri: message.target.targetUri,
      httpVersion: '1.1',
      requestLine: `${message.method} ${message.target.pathAndQuery} HTTP/1.1`,
      headers: message.headers,
      leftOut: [],
      headerBytes: 0,
      contentBytes: 0,
    },
    response: {
      httpVersion: '1.1',
      statusCode: answer.status ?? 200,
      reasonPhrase: answer.statusText ?? 'OK',
      headers,
      trailers: [],
      headerBytes: 0,
      interim: [],
      content: {
        handle,
        mediaType: mediaType.split(';')[0]?.trim().toLowerCase() ?? '',
        charset: answer.charset ?? '',
        wireBytes: size,
        decodedBytes: size,
        isComplete: true,
      },
    },
    timings: {
      startedAt: 0,
      dnsMs: null,
      connectMs: null,
      tlsMs: null,
      waitingMs: null,
      downloadMs: null,
      totalMs: answer.time ?? 42,
    },
    hops: [],
    connection: { remoteAddress: '', remotePort: 0, isReused: false, proxy: null, tls: null },
    notices: message.notices,
  }
}

function reporting(onReport: ScriptedSend['onReport'], runner: ScriptRunner): ScriptRunner {
  return {
    ...runner,
    async runPostResponse(run) {
      const report = await runner.runPostResponse(run)
      onReport?.(report)
      return report
    },
  }
}
