import {
  authSessionInMemory,
  type BodyStore,
  defaultSendSettings,
  type EnginePorts,
  executeRequest,
  noAllowedOrigins,
  type Transport,
  withoutScripts,
} from '@parley/engine'
import { describeSendFailure, failed, newHttpRequest, ok, type Result } from '@parley/model'
import { conversionStopped, type ImportRefusal, sourceTooLarge } from '../import-failure.ts'
import type { ImportSource } from '../import-source.ts'
import { type SourceLimits, sourceLimits } from './source-limits.ts'

/** The host's services for a download. */
export interface DownloadPorts extends Pick<EnginePorts, 'clock' | 'random' | 'hostNames'> {
  /** Creates a transport whose bodies go into the store; it is closed after the download. */
  transportFor(bodyStore: BodyStore): Transport & { close(): void }
}

class SourceTooLargeError extends Error {
  readonly code = 'SOURCE_TOO_LARGE'
}

/** Downloads the document at a URL with the engine's send; its references are never fetched (attacks IM8). */
export async function downloadSource(
  url: string,
  { transportFor, ...ports }: DownloadPorts,
  signal: AbortSignal,
  limits: SourceLimits = sourceLimits,
): Promise<Result<ImportSource, ImportRefusal>> {
  const name = nameOf(url)
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  let isTooLarge = false
  const bodyStore: BodyStore = {
    async create() {
      // A redirect has a body as well; only the last body is used.
      chunks.length = 0
      sizeBytes = 0
      return {
        handle: '',
        async write(bytes) {
          sizeBytes += bytes.byteLength
          isTooLarge = sizeBytes > limits.fileBytes
          if (isTooLarge) throw new SourceTooLargeError()
          chunks.push(Uint8Array.from(bytes))
        },
        close: async () => {},
      }
    },
  }
  const transport = transportFor(bodyStore)
  const outcome = await executeRequest(newHttpRequest({ url }), context, portsOf(ports, transport), signal)
  transport.close()
  if (signal.aborted) return failed(conversionStopped('CANCELLED'))
  if (isTooLarge) return failed(sourceTooLarge(name, limits.fileBytes))
  if (!outcome.ok) {
    const { sentence, nextStep } = describeSendFailure(outcome.failure.failure)
    return failed({ code: 'SOURCE_NOT_READ', sentence, nextStep })
  }
  const { statusCode, reasonPhrase } = outcome.value.exchange.response
  if (statusCode >= 400)
    return failed({
      code: 'SOURCE_NOT_READ',
      sentence: `The server answered ${`${statusCode} ${reasonPhrase}`.trim()} in place of a document.`,
      nextStep: 'Check the URL. Where it needs authorization, download the file and import that.',
    })
  return ok({ name, files: [{ path: name, bytes: Buffer.concat(chunks) }] })
}

const context = {
  ancestors: [],
  environment: null,
  workspaceVariables: [],
  globalVariables: [],
  liveScopes: [],
  defaultSettings: defaultSendSettings,
}

function portsOf(ports: Omit<DownloadPorts, 'transportFor'>, transport: Transport): EnginePorts {
  return {
    ...ports,
    transport,
    scripts: withoutScripts,
    history: { record: async () => {} },
    authSession: authSessionInMemory(),
    // A download contains no secrets.
    secretHosts: noAllowedOrigins,
    files: { lengthBytes: async () => ok(0) },
  }
}

/** Returns the last part of the path as a name, or else the host. */
function nameOf(url: string): string {
  const [base = ''] = url.split(/[?#]/)
  const parts = base.split('/').filter(part => part !== '')
  return parts.at(-1) ?? url
}
