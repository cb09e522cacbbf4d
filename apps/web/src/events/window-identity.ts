import { windowLockName } from './worker-messages.ts'

/** What a page leaves behind for the page that is loaded in its window after it. */
interface LeftBehind {
  readonly windowId: string
  readonly sequence: number
  /** Whether the page sent its tabs with this sequence number when it closed. */
  readonly hasSentTabs: boolean
}

/** How the server knows a window; the same over its reloads. */
export interface WindowIdentity {
  readonly windowId: string
  /** The sequence number of the tabs that the page before this one sent; null: there was none. */
  readonly after: number | null
  /** Higher with each call, also over reloads. */
  nextSequence(): number
  /** Called when the page goes. */
  leaveBehind(left: Pick<LeftBehind, 'hasSentTabs'> & { readonly sequence: number }): void
}

/** The parts of a browser window that its identity needs. */
export interface IdentityPlace {
  /** Reads what was left behind, and removes it: a copy of the window must not have it. */
  take(): string | null
  leave(text: string): void
  /** Holds a lock as long as the page lives. False if it is not free soon; true where there are no locks. */
  hold(lockName: string): Promise<boolean>
  newId(): string
}

/** The identity of a window: that of the page before a reload, else a new one. */
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
/** The page that was in the window before may take a moment to go. */
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
