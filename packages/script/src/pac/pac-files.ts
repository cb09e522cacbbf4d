import { lookup } from 'node:dns/promises'
import { networkInterfaces } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { RequestTarget } from '@parley/engine'
import { nodeFiles } from '@parley/files'
import { askPacFile } from './ask-pac-file.ts'

const maxBytes = 1_048_576
const readLimitMs = 10_000
/** A file is not read again for this time. */
const freshMs = 60_000

/**
 * The PAC files that the system's settings name. They are read over a direct connection, because they
 * determine how everything else is reached.
 */
export class PacFiles {
  readonly #known = new Map<string, { readonly at: number; readonly script: Promise<string> }>()

  /** Returns the result of a file for a target. Rejects with a sentence if the file cannot be read or run. */
  async ask(pacUrl: string, { scheme, host, address }: RequestTarget): Promise<string> {
    const now = new Date()
    return askPacFile({
      script: await this.#read(pacUrl),
      url: `${scheme}://${address}/`,
      host,
      myAddress: ownAddress(),
      nowMs: now.getTime(),
      offsetMinutes: now.getTimezoneOffset(),
      lookUp,
    })
  }

  #read(pacUrl: string): Promise<string> {
    const known = this.#known.get(pacUrl)
    if (known !== undefined && performance.now() - known.at < freshMs) return known.script
    const script = readPac(pacUrl)
    this.#known.set(pacUrl, { at: performance.now(), script })
    // If a file could not be read, the next send tries again.
    script.catch(() => this.#known.delete(pacUrl))
    return script
  }
}

async function readPac(pacUrl: string): Promise<string> {
  const url = URL.parse(pacUrl)
  if (url?.protocol === 'file:') return text(await nodeFiles.read(fileURLToPath(url)))
  if (url === null || !/^https?:$/.test(url.protocol)) throw new Error('its address does not begin with http')
  const response = await fetch(url, { signal: AbortSignal.timeout(readLimitMs) })
  if (!response.ok) throw new Error(`its server answers ${response.status}`)
  const pieces: Uint8Array[] = []
  let sizeBytes = 0
  for await (const piece of response.body ?? []) {
    sizeBytes += piece.byteLength
    if (sizeBytes > maxBytes) throw new Error('it is larger than 1 MB')
    pieces.push(piece)
  }
  return text(Buffer.concat(pieces))
}

function text(bytes: Uint8Array): string {
  if (bytes.byteLength > maxBytes) throw new Error('it is larger than 1 MB')
  return new TextDecoder().decode(bytes)
}

async function lookUp(name: string): Promise<string | null> {
  try {
    return (await lookup(name, { family: 4 })).address
  } catch {
    return null
  }
}

/** Returns an address of this machine in the local network. */
function ownAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap(one => one ?? [])
  return all.find(one => one.family === 'IPv4' && !one.internal)?.address ?? '127.0.0.1'
}
