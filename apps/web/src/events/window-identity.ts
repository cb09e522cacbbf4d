import { windowLockName } from './worker-messages.ts'

/** The data that a page stores for the next page in its window. */
interface StoredIdentity {
  readonly windowId: string
  readonly sequence: number
  /** Whether the page sent its tabs with this sequence number when it closed. */
  readonly hasSentTabs: boolean
}

/** Identifies a window to the server, also after reloads. */
export interface WindowIdentity {
  readonly windowId: string
  /** The sequence number of the tabs that the previous page sent; null if there was none. */
  readonly after: number | null
  /** Returns a higher number for each call, also after reloads. */
  nextSequence(): number
  /** Called when the page closes. */
  storeForNextPage(data: Pick<StoredIdentity, 'hasSentTabs'> & { readonly sequence: number }): void
}

/** The parts of a browser window that its identity needs. */
export interface IdentityWindow {
  /** Reads and removes the stored data, so that a copy of the window does not use it. */
  take(): string | null
  store(text: string): void
  /**
   * Holds a lock while the page exists. Resolves to false if another page holds it; to true if the browser
   * has no locks.
   */
  holdLock(lockName: string): Promise<boolean>
  newId(): string
}

/** Returns the identity of a window: that of the previous page after a reload, otherwise a new one. */
export async function takeWindowIdentity(window: IdentityWindow): Promise<WindowIdentity> {
  const stored = readStored(window.take())
  // A copy of a window that has closed may have stored the same ID.
  const isOwn = stored !== null && (await window.holdLock(windowLockName(stored.windowId)))
  const windowId = isOwn ? stored.windowId : window.newId()
  if (!isOwn) await window.holdLock(windowLockName(windowId))
  let lastSequence = isOwn ? stored.sequence : 0
  return {
    windowId,
    after: isOwn && stored.hasSentTabs ? stored.sequence : null,
    nextSequence() {
      lastSequence += 1
      return lastSequence
    },
    storeForNextPage: ({ sequence, hasSentTabs }) =>
      window.store(JSON.stringify({ windowId, sequence, hasSentTabs } satisfies StoredIdentity)),
  }
}

function readStored(text: string | null): StoredIdentity | null {
  if (text === null) return null
  const { windowId, sequence, hasSentTabs } = JSON.parse(text)
  return typeof windowId === 'string' && Number.isSafeInteger(sequence)
    ? { windowId, sequence, hasSentTabs: hasSentTabs === true }
    : null
}

const storageKey = 'parley-window'
/** The previous page may take a moment to close. */
const lockWaitMs = 2_000

/** The parts of this browser window. */
export function browserIdentityWindow(): IdentityWindow {
  return {
    take() {
      const text = sessionStorage.getItem(storageKey)
      sessionStorage.removeItem(storageKey)
      return text
    },
    store: text => sessionStorage.setItem(storageKey, text),
    holdLock,
    newId: () => crypto.randomUUID(),
  }
}

function holdLock(name: string): Promise<boolean> {
  if (!('locks' in navigator)) return Promise.resolve(true)
  return new Promise(resolve => {
    navigator.locks
      .request(name, { signal: AbortSignal.timeout(lockWaitMs) }, () => {
        resolve(true)
        return new Promise(() => undefined)
      })
      .catch(() => resolve(false))
  })
}
