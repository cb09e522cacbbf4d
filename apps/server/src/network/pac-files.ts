import { lookup } from 'node:dns/promises'
import { networkInterfaces } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { RequestTarget } from '@parley/engine'
import { nodeFiles } from '@parley/files'
import { askPacFile } from '@parley/script'

const maxBytes = 1_048_576
const readLimitMs = 10_000
/** For so long a file is not read again. */
const freshMs = 60_000

/** The PAC files that a system's settings name: read directly, as they say how all else is reached. */
export class PacFiles {
  readonly #known = new Map<string, { readonly at: number; readonly script: Promise<string> }>()

  /** What a file answers about a target. Rejects with a sentence where it cannot be asked. */
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
    // One that could not be read is tried anew with the next send.
    script.catch(() => this.#known.delete(pacUrl))
    return script
  }
}

async function readPac(pacUrl: string): Promise<string> {
  const url = URL.parse(pacUrl)
  if (url?.protocol === 'file:') return text(await nodeFiles.read(fileURLToPath(url)))
  if (url === null || !/^https?:$/.test(url.protocol)) throw new Error('its address is none of the web')
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

/** An address of this computer that others may know it by. */
function ownAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap(one => one ?? [])
  return all.find(one => one.family === 'IPv4' && !one.internal)?.address ?? '127.0.0.1'
}
