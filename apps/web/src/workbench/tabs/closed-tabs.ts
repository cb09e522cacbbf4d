import { isRequestTab, type OpenTab } from './request-tab.ts'

/** A tab that was closed, and its place in the strip. */
interface ClosedTab {
  readonly tab: OpenTab
  readonly index: number
}

/** The number of closed tabs that can be opened again. */
const mostKept = 25

/** The tabs that were closed in this window, with what was typed in them. Their responses are gone. */
export class ClosedTabs {
  #closed: readonly ClosedTab[] = []

  add(closed: ClosedTab): void {
    this.#closed = [...this.#closed, closed].slice(-mostKept)
  }

  /** Returns the one that was closed last, and forgets it. Null if there is none whose document is not open anyway. */
  takeLast(open: readonly OpenTab[]): ClosedTab | null {
    const last = this.#closed.at(-1)
    if (last === undefined) return null
    this.#closed = this.#closed.slice(0, -1)
    if (open.some(one => hasSameDocument(one, last.tab))) return this.takeLast(open)
    return { tab: withoutSend(last.tab), index: Math.min(last.index, open.length) }
  }
}

/** Two tabs of one document would overwrite each other's changes. */
function hasSameDocument(one: OpenTab, other: OpenTab): boolean {
  const place = placeOf(one)
  return place !== null && place === placeOf(other)
}

/** Null for a request that is in no collection, and for runs. */
function placeOf(tab: OpenTab): string | null {
  switch (tab.kind) {
    case 'run':
      return null
    case 'variables':
      return JSON.stringify(tab.place)
    case 'example':
      return `${tab.source.requestId}/${tab.index}`
    case 'request':
      return tab.source?.requestId ?? null
    case 'collection':
    case 'folder':
      return tab.source.containerId
  }
}

function withoutSend(tab: OpenTab): OpenTab {
  return isRequestTab(tab) ? { ...tab, send: { state: 'idle' }, scriptJump: null } : tab
}
