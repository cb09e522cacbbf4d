export type LastCall = ReturnType<typeof createLastCall>

/** What a browser sends of a page that is already gone: 64 KB for all calls together, with some room left. */
const maxBytes = 60_000

/** Whether an input is small enough for {@link LastCall}. */
export function fitsLastCall(input: unknown): boolean {
  return new TextEncoder().encode(JSON.stringify(input)).byteLength <= maxBytes
}

/**
 * Makes calls that outlive the page, for what is said while it closes. Not by the client of all other calls:
 * a page that closes has no time but that of its event handlers. False for one that is too large to go.
 */
export function createLastCall(origin: string, token: () => string) {
  return (path: 'tabs/save' | 'events/leave', input: unknown): boolean => {
    if (!fitsLastCall(input)) return false
    fetch(`${origin}/rpc/${path}`, {
      method: 'POST',
      keepalive: true,
      headers: { 'parley-token': token(), 'content-type': 'application/json' },
      body: JSON.stringify({ json: input }),
    }).catch(() => undefined)
    return true
  }
}
