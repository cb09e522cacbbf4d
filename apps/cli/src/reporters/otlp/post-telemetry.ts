import {
  authSessionInMemory,
  defaultSendSettings,
  noAllowedOrigins,
  type OutboundMessage,
  PassedMessage,
  prepareSend,
  withoutScripts,
} from '@parley/engine'
import { describeSendFailure, newHttpRequest, row, type SendFailure } from '@parley/model'
import {
  createTransport,
  filesByPath,
  type NetworkPathChoice,
  nodeHostNames,
  nodeSources,
} from '@parley/transport'
import { memoryBodies } from '../../run/memory-bodies.ts'
import { encodeOtlp, type OtlpSignal } from './encode-otlp.ts'
import { type MetricsMessage, otlpJson, type TracesMessage } from './otlp-messages.ts'
import type { OtlpSettings } from './otlp-settings.ts'

/** Sends telemetry to one collector, and nothing to any other address. */
export interface TelemetrySender {
  /** Resolves to a sentence if the collector did not take the message; null if it did. */
  post(signal: OtlpSignal, message: TracesMessage | MetricsMessage): Promise<string | null>
  close(): void
}

/**
 * Creates a sender, which uses the preparation, the gate and the transport of every other send. It follows no redirect.
 * @param choosePath - the proxy and the certificates of the run; null: directly
 */
export function createTelemetrySender(
  { endpoints, encoding, timeoutMs }: OtlpSettings,
  choosePath: NetworkPathChoice | null,
): TelemetrySender {
  const bodies = memoryBodies()
  const transport = createTransport({
    bodyStore: bodies.store,
    ...(choosePath === null ? {} : { choosePath }),
  })
  const ports = {
    ...nodeSources,
    transport,
    hostNames: nodeHostNames,
    files: filesByPath,
    authSession: authSessionInMemory(),
    secretHosts: noAllowedOrigins,
    scripts: withoutScripts,
    history: { record: async () => {} },
  }
  const context = {
    ...emptyContext,
    defaultSettings: { ...defaultSendSettings, timeoutMs, followRedirects: false },
  }
  return {
    async post(signal, message) {
      const { url, headers } = endpoints[signal]
      const bytes =
        encoding === 'json' ? new TextEncoder().encode(otlpJson(message)) : encodeOtlp(signal, message)
      const mediaType = encoding === 'json' ? 'application/json' : 'application/x-protobuf'
      const request = newHttpRequest({
        method: 'POST',
        url,
        headers: [row('Content-Type', mediaType), ...headers.map(({ name, value }) => row(name, value))],
      })
      const never = new AbortController().signal
      const prepared = await prepareSend(request, context, ports, never)
      if (!prepared.ok) return unsent(url, prepared.failure)
      const passed = await PassedMessage.pass(withContent(prepared.value.message, bytes), ports, never)
      if (!passed.ok) return unsent(url, passed.failure)
      const sent = await transport.send(passed.value, silent, never)
      if (!sent.ok) return unsent(url, sent.failure.failure)
      const { statusCode, content } = sent.value.response
      await bodies.release(content.handle)
      return statusCode >= 200 && statusCode < 300
        ? null
        : `The collector at ${url} refused the report with the status ${statusCode}. Check its address and OTEL_EXPORTER_OTLP_HEADERS.`
    },
    close: () => transport.close(),
  }
}

const silent = { onRequestContent: () => {}, onResponse: () => {} }

const emptyContext = {
  ancestors: [],
  environment: null,
  workspaceVariables: [],
  globalVariables: [],
  liveScopes: [],
}

function withContent(message: OutboundMessage, bytes: Uint8Array): OutboundMessage {
  const others = message.headers.filter(({ name }) => name.toLowerCase() !== 'content-length')
  return {
    ...message,
    content: [{ kind: 'bytes', bytes }],
    headers: [...others, { name: 'Content-Length', value: String(bytes.length) }],
  }
}

function unsent(url: string, failure: SendFailure): string {
  return `The report could not be sent to ${url}. ${describeSendFailure(failure).sentence}`
}
