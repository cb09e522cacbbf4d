import { isServerAbsent } from '../window/server-absence-gate.ts'

export type LastCall = ReturnType<typeof createLastCall>

/**
 * Browsers send at most 64 KB for a page that has closed, for all calls together; this leaves some reserve.
 */
const maxBytes = 60_000

/** Whether an input is small enough for {@link LastCall}. */
export function fitsLastCall(input: unknown): boolean {
  return new TextEncoder().encode(JSON.stringify(input)).byteLength <= maxBytes
}

/**
 * Returns a function that makes calls while the page closes. It bypasses the normal client, because a closing
 * page only has time for its event handlers. The function returns false if the input is too large.
 */
export function createLastCall(origin: string, token: () => string) {
  return (
    path: 'tabs/save' | 'events/leave' | 'settings/write' | 'session/remember',
    input: unknown,
  ): boolean => {
    if (!fitsLastCall(input) || isServerAbsent()) return false
    fetch(`${origin}/rpc/${path}`, {
      method: 'POST',
      keepalive: true,
      headers: { 'parley-token': token(), 'content-type': 'application/json' },
      body: JSON.stringify({ json: input }),
    }).catch(() => undefined)
    return true
  }
}
