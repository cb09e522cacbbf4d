import {
  authSessionInMemory,
  type BodyStore,
  type EffectiveSettings,
  type EnginePorts,
  executeRequest,
  noAllowedOrigins,
  type Transport,
  withoutScripts,
} from '@parley/engine'
import { failed, newHttpRequest, ok, type Response, type Result, type SendFailure } from '@parley/model'

/** The host's services for a download. */
export interface DownloadPorts extends Pick<EnginePorts, 'clock' | 'random' | 'hostNames'> {
  /** Creates a transport whose bodies go into the store; it is closed after the download. */
  transportFor(bodyStore: BodyStore): Transport & { close(): void }
}

/** What a server sent, decoded. */
export interface Download {
  readonly response: Response
  readonly bytes: Uint8Array
}

/** Why nothing was downloaded. */
export type DownloadFailure =
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'tooLarge' }
  | { readonly kind: 'notSent'; readonly failure: SendFailure }

class TooLargeError extends Error {
  readonly code = 'SOURCE_TOO_LARGE'
}

/**
 * Gets what an address has with the engine's send, without credentials, cookies or secrets. It ends as soon as
 * more than `limitBytes` have come.
 */
export async function downloadBytes(
  url: string,
  { transportFor, ...ports }: DownloadPorts,
  signal: AbortSignal,
  { limitBytes, settings }: { readonly limitBytes: number; readonly settings: EffectiveSettings },
): Promise<Result<Download, DownloadFailure>> {
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
          isTooLarge = sizeBytes > limitBytes
          if (isTooLarge) throw new TooLargeError()
          chunks.push(Uint8Array.from(bytes))
        },
        close: async () => {},
      }
    },
  }
  const transport = transportFor(bodyStore)
  const context = { ...emptyContext, defaultSettings: settings }
  const outcome = await executeRequest({
    request: newHttpRequest({ url }),
    context,
    ports: portsOf(ports, transport),
    signal,
  })
  transport.close()
  if (signal.aborted) return failed({ kind: 'cancelled' })
  if (isTooLarge) return failed({ kind: 'tooLarge' })
  if (!outcome.ok) return failed({ kind: 'notSent', failure: outcome.failure.failure })
  return ok({ response: outcome.value.exchange.response, bytes: Buffer.concat(chunks) })
}

const emptyContext = {
  ancestors: [],
  environment: null,
  workspaceVariables: [],
  globalVariables: [],
  liveScopes: [],
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
