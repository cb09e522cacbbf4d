import { createStore } from 'zustand/vanilla'

/** Sizes and places that the user chose; remembered on this device. */
export interface LayoutState {
  readonly isSidebarOpen: boolean
  /** CSS px; null until dragged: the page's own width for the window. */
  readonly sidebarWidth: number | null
  readonly orientation: 'stacked' | 'side'
  /** The request's share of the split, 0 to 1, one for each orientation; null until dragged. */
  readonly stackedShare: number | null
  readonly sideShare: number | null
}

export const sidebarWidthLimits = { min: 200, max: 480 } as const

const initial: LayoutState = {
  isSidebarOpen: true,
  sidebarWidth: null,
  orientation: 'stacked',
  stackedShare: null,
  sideShare: null,
}

/** Where the layout is kept: `localStorage` in the page. */
export interface TextStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
}

const storageKey = 'parley-layout'

export type Layout = ReturnType<typeof createLayout>

export function createLayout(storage: TextStorage) {
  const store = createStore<LayoutState>(() => readLayout(storage))
  store.subscribe(state => {
    try {
      storage.setItem(storageKey, JSON.stringify(state))
    } catch {
      // A full or forbidden storage costs only the memory of the layout.
    }
  })
  return {
    store,
    toggleSidebar: () => store.setState(state => ({ isSidebarOpen: !state.isSidebarOpen })),
    toggleOrientation: () =>
      store.setState(state => ({ orientation: state.orientation === 'stacked' ? 'side' : 'stacked' })),
    resizeSidebar: (width: number | null) =>
      store.setState({
        sidebarWidth: width === null ? null : clamp(width, sidebarWidthLimits.min, sidebarWidthLimits.max),
      }),
    resizeSplit(share: number | null): void {
      const clamped = share === null ? null : clamp(share, 0.05, 0.95)
      store.setState(state =>
        state.orientation === 'stacked' ? { stackedShare: clamped } : { sideShare: clamped },
      )
    },
  }
}

function readLayout(storage: TextStorage): LayoutState {
  let kept: unknown
  try {
    kept = JSON.parse(storage.getItem(storageKey) ?? '{}')
  } catch {
    return initial
  }
  if (typeof kept !== 'object' || kept === null) return initial
  const read = (key: string): unknown => Reflect.get(kept, key)
  return {
    isSidebarOpen: read('isSidebarOpen') !== false,
    sidebarWidth: numberWithin(read('sidebarWidth'), sidebarWidthLimits.min, sidebarWidthLimits.max),
    orientation: read('orientation') === 'side' ? 'side' : 'stacked',
    stackedShare: numberWithin(read('stackedShare'), 0.05, 0.95),
    sideShare: numberWithin(read('sideShare'), 0.05, 0.95),
  }
}

function numberWithin(value: unknown, min: number, max: number): number | null {
  return typeof value === 'number' && value >= min && value <= max ? value : null
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}
