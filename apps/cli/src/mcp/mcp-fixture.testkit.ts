import { symlinkSync } from 'node:fs'
import { Client, type JSONRPCMessage } from '@modelcontextprotocol/client'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import {
  type JSONRPCMessage as OlderMessage,
  JSONRPCMessageSchema as olderMessageSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { parseJSONRPCMessage } from '@modelcontextprotocol/server'
import { type RecordedRequest, type Sink, startSink } from '@parley/testkit'
import { afterEach, beforeEach } from 'vitest'
import { type InProcessOptions, startInProcess } from '../io/run-in-process.testkit.ts'
import { useRunFixture } from '../run/run-fixture.testkit.ts'
import { openInput, type RunningProgram } from '../run-program.testkit.ts'
import { canary, writeApi } from './api-workspace.testkit.ts'
import { LineClientTransport } from './line-client-transport.testkit.ts'
import { rawAgent } from './raw-agent.testkit.ts'

/** The result of a tool, as every client returns it. */
export interface Called {
  readonly isError: boolean
  /** All texts together. */
  readonly text: string
  /** The structured content; of a refusal, which has none, its code. */
  readonly data: Readonly<Record<string, unknown>>
}

/** An agent that is connected to `parley mcp`. */
export interface Agent {
  readonly version: string | undefined
  call(name: string, args?: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<Called>
  tools(): Promise<readonly string[]>
  prompts(): Promise<readonly string[]>
  resource(uri: string): Promise<string>
  /** Returns what standard error has so far; empty over HTTP. */
  stderr(): string
  close(): Promise<void>
}

/** The official clients: of the latest version in its two modes, and of the older library. */
export const clientKinds = {
  '2.4.0 in its default mode': () => new Client({ name: 'test', version: '1' }),
  '2.4.0, which negotiates': () =>
    new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } }),
  '1.32.2': () => new OlderClient({ name: 'test', version: '1' }),
} as const

export type ClientKind = keyof typeof clientKinds
export const allClientKinds = Object.keys(clientKinds) as readonly ClientKind[]

/** Starts and stops what the tests of agents need. */
export function useMcpFixture() {
  const fixture = useRunFixture()
  let echo: Sink | undefined
  const open: { close(): Promise<unknown> }[] = []
  beforeEach(async () => {
    echo = await startSink(echoOf)
  })
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close()
    await echo?.close()
  })
  const started = () => {
    if (echo === undefined) throw new Error('The server runs only while tests do.')
    return echo
  }
  const env = () => ({ PARLEY_HOME: fixture.path('home'), PARLEY_KEYCHAIN: 'off' })
  const start = (args: readonly string[], more: InProcessOptions = {}) =>
    startInProcess(['mcp', ...args], { cwd: fixture.path('.'), env: env(), stdin: openInput, ...more })
  return {
    path: fixture.path,
    read: fixture.read,
    writeFile(name: string, content: string | object): void {
      fixture.write(name, content)
    },
    /** Makes a link to a file of the fixture. */
    link(name: string, target: string): void {
      symlinkSync(fixture.path(target), fixture.path(name))
    },
    runCommand: fixture.runCommand,
    /** A server that the user does not mean. */
    get evil() {
      return fixture.sink
    },
    /** The server of the saved requests: it repeats what it gets. */
    get api() {
      return started()
    },
    env,
    closeLater: (one: { close(): Promise<unknown> }) => void open.push(one),
    /** Writes the workspace `api`, and returns the arguments that expose it. */
    writeApi: () => writeApi(fixture.write, started().url),
    /** Connects a client over standard input and output; `home` is the folder of the app data. */
    async connect(
      args: readonly string[],
      kind: ClientKind = '2.4.0, which negotiates',
      home: string = env().PARLEY_HOME,
    ): Promise<Agent> {
      const client = clientKinds[kind]()
      let running: RunningProgram | undefined
      const startServer = (onOutput: (text: string) => void) => {
        running = start(args, { env: { ...env(), PARLEY_HOME: home }, onOutput })
        return running
      }
      if (client instanceof OlderClient)
        await client.connect(
          new LineClientTransport<OlderMessage>(startServer, value => olderMessageSchema.parse(value)),
        )
      else
        await client.connect(
          new LineClientTransport<JSONRPCMessage>(startServer, value => parseJSONRPCMessage(value)),
        )
      const agent = agentOf(client, () => running?.stderr() ?? '')
      open.push(agent)
      return agent
    },
    /** Starts the server for a test that writes lines itself. */
    startRaw(args: readonly string[]) {
      const raw = rawAgent(start(args))
      open.push(raw)
      return raw
    },
  }
}

/** Repeats headers and content, so that secrets come back in several forms. */
function echoOf({ method, url, headers, content }: RecordedRequest) {
  const sent = headers.map(({ name, value }) => `${name}: ${value}`)
  const text = JSON.stringify({ method, url, sent, content: Buffer.from(content).toString('utf8') })
  const encoded = Buffer.from(sent.join('\n')).toString('base64')
  return {
    statusCode: 200,
    headers: ['Content-Type', 'application/json', 'X-Repeated', sent.join(' ').slice(0, 4000)],
    content: JSON.stringify({
      text,
      encoded,
      escaped: encodeURIComponent(sent.join('&')),
      next: '\u001b[31m',
    }),
  }
}

/** Returns an agent that uses a client of any kind. */
export function agentOf(client: Client | OlderClient, stderr: () => string): Agent {
  const textsOf = (contents: readonly unknown[]) =>
    contents
      .map(one => (typeof one === 'object' && one !== null && 'text' in one ? String(one.text) : ''))
      .join('\n')
  return {
    version: client instanceof OlderClient ? undefined : client.getNegotiatedProtocolVersion(),
    async call(name, args = {}, signal) {
      const options = signal === undefined ? {} : { signal }
      const result =
        client instanceof OlderClient
          ? await client.callTool({ name, arguments: args }, undefined, options)
          : await client.callTool({ name, arguments: args }, options)
      const { isError, content, structuredContent } = result
      const text = textsOf(Array.isArray(content) ? content : [])
      const data =
        typeof structuredContent === 'object' && structuredContent !== null
          ? structuredContent
          : { code: codeOf(text) }
      return { isError: isError === true, text, data: Object.fromEntries(Object.entries(data)) }
    },
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    prompts: async () => (await client.listPrompts()).prompts.map(({ title, name }) => title ?? name),
    resource: async uri => textsOf((await client.readResource({ uri })).contents),
    stderr,
    close: () => client.close(),
  }
}

/** Returns the code at the end of a refusal. */
function codeOf(text: string): string | undefined {
  return /\(([A-Z_]+)\)$/.exec(text)?.[1]
}

/** The forms in which a secret must not appear. */
export function formsOfCanary(): readonly string[] {
  return [
    canary,
    'c4n4ry',
    encodeURIComponent(canary),
    Buffer.from(canary).toString('base64').slice(0, 16),
    Buffer.from(`ada:${canary}`).toString('base64').slice(4, 20),
  ]
}
