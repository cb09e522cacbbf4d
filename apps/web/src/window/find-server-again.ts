/** What is needed to ask whatever listens on the port of the page. */
export interface FindServerPorts {
  /** `127.0.0.1:PORT`, of the page. */
  readonly host: string
  /** Reads a path as JSON; null if the answer is none or not a success. */
  read(path: string): Promise<unknown>
}

/**
 * Asks on the page's own port for a server that was started again, and returns its token. It has to prove first that it
 * has the key that this window got from its server; then the window proves the same. Null if it does not: anything else
 * on that port gets nothing but a random number.
 */
export async function findServerAgain(ports: FindServerPorts, key: string): Promise<string | null> {
  const own = toBase64url(crypto.getRandomValues(new Uint8Array(32)))
  const answer = await ports.read(`/found-again/${own}`)
  const nonce = textOf(answer, 'nonce')
  const proof = textOf(answer, 'proof')
  if (nonce === null || proof === null || !/^[\w-]{43}$/.test(nonce)) return null
  if (proof !== (await proofOf(key, ['parley server', ports.host, own, nonce]))) return null
  const reply = await proofOf(key, ['parley window', ports.host, nonce])
  return textOf(await ports.read(`/found-again/${nonce}/${reply}`), 'token')
}

/** How the page asks. */
export function browserFindServerPorts(): FindServerPorts {
  return {
    host: location.host,
    async read(path) {
      try {
        const response = await fetch(path, { cache: 'no-store', redirect: 'error' })
        return response.ok ? await response.json() : null
      } catch {
        return null
      }
    },
  }
}

function textOf(answer: unknown, name: string): string | null {
  if (typeof answer !== 'object' || answer === null) return null
  const value: unknown = Reflect.get(answer, name)
  return typeof value === 'string' ? value : null
}

async function proofOf(key: string, lines: readonly string[]): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('raw', fromBase64url(key), algorithm, false, ['sign'])
  const text = new TextEncoder().encode(lines.join('\n'))
  return toBase64url(new Uint8Array(await crypto.subtle.sign('HMAC', imported, text)))
}

function toBase64url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, character => character.charCodeAt(0))
}
