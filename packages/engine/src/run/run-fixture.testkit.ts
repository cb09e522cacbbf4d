import {
  type Exchange,
  failed,
  type HttpRequest,
  type Item,
  type NewRequestFields,
  newHttpRequest,
  ok,
} from '@parley/model'
import { withoutScripts } from '../after/without-scripts.ts'
import { compileJsonCondition } from '../basics/format/json-query.ts'
import { collection, context, exchange, folder, recordingPorts } from '../engine-fixture.testkit.ts'
import type { OutboundMessage } from '../prepare/message/outbound-message.ts'
import type { ScriptRunner } from '../prepare/ports/script-runner.ts'
import type { Transport, TransportResult } from '../prepare/ports/transport.ts'
import { preparationFailure } from '../prepare/preparation-failure.ts'
import { runCollection } from './run-collection.ts'
import type { RunEvent, RunResult } from './run-events.ts'
import { type RunItem, runItems } from './run-item.ts'
import { defaultRunOptions, type RunOptions } from './run-options.ts'
import type { RunHost, ScriptsOfRun } from './run-session.ts'

export function request(name: string, fields: NewRequestFields = {}): HttpRequest {
  return newHttpRequest({ name, url: `http://h/${name}`, ...fields })
}

export function folderOf(name: string, ...items: readonly Item[]) {
  return { ...folder(), name, items }
}

/** The requests of a collection named C. */
export function itemsOf(...items: readonly Item[]): readonly RunItem[] {
  const { ancestors: _, ...rest } = context()
  return runItems([{ collection: { ...collection(), name: 'C', items }, context: rest }])
}

export interface TestRun {
  readonly items: readonly RunItem[]
  readonly options?: Partial<RunOptions>
  /** What the server says to a request; a number is a status, an error no answer. */
  readonly answer?: (message: OutboundMessage, send: number) => number | Error | Exchange | Promise<never>
  readonly scripts?: (place: ScriptsOfRun) => Partial<ScriptRunner>
  readonly onEvent?: (event: RunEvent) => void | Promise<void>
  readonly cancel?: AbortController
}

const dayMs = 86_400_000

/** A run whose transport answers as told; waits take no time and are written down. */
export async function testRun({ items, options, answer = () => 200, scripts, onEvent, cancel }: TestRun) {
  const results: RunResult[] = []
  const events: string[] = []
  const sent: string[] = []
  const waits: number[] = []
  const released: string[] = []
  let nowMs = 0
  // The clock of the machine is set back by a day each time that it is read.
  let readings = 0
  let sessions = 0
  const { ports } = recordingPorts(() =>
    failed({ failure: preparationFailure('dns', 'X', ''), attempt: null, response: null }),
  )
  const transport: Transport = {
    ...ports.transport,
    async send({ message }, observer, signal) {
      sent.push(message.target.pathAndQuery)
      const said = await answer(message, sent.length)
      const cancelled = {
        failure: preparationFailure('cancelled', 'CANCELLED', ''),
        attempt: null,
        response: null,
      }
      if (said instanceof Error) {
        const failure = preparationFailure('connect', said.message, '')
        return failed({ failure, attempt: null, response: null })
      }
      const answered = typeof said === 'number' ? exchange(said) : said
      const content = { ...answered.response.content, handle: `body-${sent.length}` }
      const response = { ...answered.response, content }
      observer.onResponse(response)
      const result: TransportResult = signal.aborted
        ? failed({ ...cancelled, response })
        : ok({ ...answered, response })
      return result
    },
  }
  const host: RunHost = {
    ports: {
      ...ports,
      clock: { now: () => nowMs - dayMs * readings++, monotonic: () => nowMs },
    },
    portsOf: () => ({ files: ports.files, transport }),
    newSession() {
      sessions += 1
      const name = `session ${sessions}`
      return {
        cookieJar: { pairsFor: () => [], store: async () => {} },
        scope: { name: 'session', values: new Map([['session', { text: name, isLiteral: true }]]) },
        scriptsFor: place => ({ ...withoutScripts, ...scripts?.(place) }),
      }
    },
    releaseBody: async handle => void released.push(handle),
    compileCondition: async condition => compileJsonCondition(condition),
    loadWebSocketFraming: () => Promise.reject(new Error('No WebSocket is opened here')),
    definitionFilesOf: () => ({ read: () => Promise.reject(new Error('No definition is read here')) }),
    async wait(timeMs) {
      waits.push(timeMs)
      nowMs += timeMs
    },
  }
  const listener = async (event: RunEvent) => {
    events.push(event.type)
    if (event.type === 'requestEnded') results.push(event.result)
    await onEvent?.(event)
  }
  const signal = (cancel ?? new AbortController()).signal
  const summary = await runCollection(items, { ...defaultRunOptions, ...options }, host, listener, signal)
  const names = results.map(result => result.name)
  return { results, names, events, sent, waits, released, summary, sessions }
}

/** Scripts whose tests all pass or fail. */
export function testsThat(passes: (send: number) => boolean): () => Partial<ScriptRunner> {
  let sends = 0
  return () => ({
    async runPostResponse() {
      sends += 1
      const passed = passes(sends)
      const result = passed ? { passed, name: 't' } : { passed, name: 't', reason: 'no' }
      return { results: [result], scriptErrors: [] }
    },
  })
}
