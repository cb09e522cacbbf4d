import { windowLockName } from './worker-messages.ts'

const storageKey = 'parley-windows'

/** The number of windows that a browser remembers. */
const most = 40

/** Remembers the windows that this browser has now, so that a later window can tell which are gone. */
export async function rememberWindows(): Promise<void> {
  const present = await presentWindows()
  localStorage.setItem(storageKey, [...new Set([...present, ...knownWindows()])].slice(0, most).join(' '))
}

/** Returns the windows that this browser had and no longer has. */
export async function goneWindows(): Promise<readonly string[]> {
  const present = new Set(await presentWindows())
  return present.size === 0 ? [] : knownWindows().filter(windowId => !present.has(windowId))
}

function knownWindows(): readonly string[] {
  return localStorage.getItem(storageKey)?.split(' ') ?? []
}

/** Each window holds a lock for as long as it exists. Without locks there are none. */
async function presentWindows(): Promise<readonly string[]> {
  if (!('locks' in navigator)) return []
  const { held = [] } = await navigator.locks.query()
  const prefix = windowLockName('')
  return held.flatMap(({ name = '' }) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []))
}
