import { windowLockName } from './worker-messages.ts'

/** The data that a page leaves for the next page in its window. */
interface LeftBehind {
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
  leaveBehind(left: Pick<LeftBehind, 'hasSentTabs'> & { readonly sequence: number }): void
}

/** The parts of a browser window that its identity needs. */
export interface IdentityPlace {
  /** Reads and removes the stored data, so that a copy of the window does not use it. */
  take(): string | null
  leave(text: string): void
  /**
   * Holds a lock while the page exists. Resolves to false if another page keeps it; to true if the browser
   * has no locks.
   */
  hold(lockName: string): Promise<boolean>
  newId(): string
}

/** Returns the identity of a window: that of the previous page after a reload, otherwise a new one. */
export async function takeWindowIdentity(place: IdentityPlace): Promise<WindowIdentity> {
  const left = readLeft(place.take())
  // A copy of a window that was closed meanwhile may have the same.
  const isOwn = left !== null && (await place.hold(windowLockName(left.windowId)))
  const windowId = isOwn ? left.windowId : place.newId()
  if (!isOwn) await place.hold(windowLockName(windowId))
  let lastSequence = isOwn ? left.sequence : 0
  return {
    windowId,
    after: isOwn && left.hasSentTabs ? left.sequence : null,
    nextSequence() {
      lastSequence += 1
      return lastSequence
    },
    leaveBehind: ({ sequence, hasSentTabs }) =>
      place.leave(JSON.stringify({ windowId, sequence, hasSentTabs } satisfies LeftBehind)),
  }
}

function readLeft(text: string | null): LeftBehind | null {
  if (text === null) return null
  const { windowId, sequence, hasSentTabs } = JSON.parse(text)
  return typeof windowId === 'string' && Number.isSafeInteger(sequence)
    ? { windowId, sequence, hasSentTabs: hasSentTabs === true }
    : null
}

const storageKey = 'parley-window'
/** The previous page may take a moment to close. */
const lockWaitMs = 2_000

/** The place of a browser window. */
export function browserIdentityPlace(): IdentityPlace {
  return {
    take() {
      const text = sessionStorage.getItem(storageKey)
      sessionStorage.removeItem(storageKey)
      return text
    },
    leave: text => sessionStorage.setItem(storageKey, text),
    hold: holdLock,
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
