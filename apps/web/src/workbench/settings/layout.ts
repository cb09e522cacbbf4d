import { createStore } from 'zustand/vanilla'

/** The sizes and positions that the user chose; remembered on this device. */
interface RememberedLayout {
  readonly isSidebarOpen: boolean
  /** CSS px; null until dragged: the page's own width for the window. */
  readonly sidebarWidth: number | null
  /** The request's share of the split, 0 to 1, one for each orientation; null until dragged. */
  readonly stackedShare: number | null
  /** The same for what needs more height than a table: scripts and authorization. */
  readonly tallShare: number | null
  readonly sideShare: number | null
}

export const sidebarWidthLimits = { min: 200, max: 480 } as const

/** How wide the window is: below 1,024 px the sidebar overlays, below 640 px one pane shows. */
export type WindowWidth = 'wide' | 'narrow' | 'single'

export interface LayoutState extends RememberedLayout {
  /** As in the settings. */
  readonly orientation: 'stacked' | 'side'
  readonly windowWidth: WindowWidth
  /** Whether the sidebar covers the page, because there is no space beside it. */
  readonly isOverlayOpen: boolean
  /** The pane that is shown if there is space for one only. */
  readonly shownPane: 'request' | 'response'
}

const initial: RememberedLayout = {
  isSidebarOpen: true,
  sidebarWidth: null,
  stackedShare: null,
  tallShare: null,
  sideShare: null,
}

/** Where the layout is stored: `localStorage` in the page. */
export interface TextStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
}

const storageKey = 'parley-layout'

export function createLayout(storage: TextStorage) {
  const store = createStore<LayoutState>(() => ({
    ...readLayout(storage),
    orientation: 'stacked',
    windowWidth: 'wide',
    isOverlayOpen: false,
    shownPane: 'request',
  }))
  store.subscribe(({ orientation, windowWidth, isOverlayOpen, shownPane, ...remembered }) => {
    try {
      storage.setItem(storageKey, JSON.stringify(remembered))
    } catch {
      // If the storage is full or forbidden, only the layout is not remembered.
    }
  })
  return {
    store,
    toggleSidebar: () =>
      store.setState(state =>
        state.windowWidth === 'wide'
          ? { isSidebarOpen: !state.isSidebarOpen }
          : { isOverlayOpen: !state.isOverlayOpen },
      ),
    closeOverlay: () => store.setState({ isOverlayOpen: false }),
    setWindowWidth: (windowWidth: WindowWidth) => store.setState({ windowWidth }),
    showPane: (shownPane: 'request' | 'response') => store.setState({ shownPane }),
    setOrientation: (orientation: 'stacked' | 'side') => store.setState({ orientation }),
    resizeSidebar: (width: number | null) =>
      store.setState({
        sidebarWidth: width === null ? null : clamp(width, sidebarWidthLimits.min, sidebarWidthLimits.max),
      }),
    /** `isTall` is whether the request shows what needs more height than a table. */
    resizeSplit(share: number | null, isTall: boolean): void {
      const clamped = share === null ? null : clamp(share, 0.05, 0.95)
      store.setState(state => ({ [shareKey(state, isTall)]: clamped }))
    },
  }
}

/** Whether the sidebar is shown, beside the page or over it. */
export function isSidebarShown(state: LayoutState): boolean {
  return state.windowWidth === 'wide' ? state.isSidebarOpen : state.isOverlayOpen
}

/** Returns the share of the split that the user chose; null until it is dragged. */
export function chosenShare(state: LayoutState, isTall: boolean): number | null {
  return state[shareKey(state, isTall)]
}

function shareKey(state: LayoutState, isTall: boolean) {
  if (shownOrientation(state) === 'side') return 'sideShare'
  return isTall ? 'tallShare' : 'stackedShare'
}

/** Side by side falls back to stacked if there is no space for it. */
export function shownOrientation(state: LayoutState): 'stacked' | 'side' {
  return state.windowWidth === 'wide' ? state.orientation : 'stacked'
}

function readLayout(storage: TextStorage): RememberedLayout {
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
    stackedShare: numberWithin(read('stackedShare'), 0.05, 0.95),
    tallShare: numberWithin(read('tallShare'), 0.05, 0.95),
    sideShare: numberWithin(read('sideShare'), 0.05, 0.95),
  }
}

function numberWithin(value: unknown, min: number, max: number): number | null {
  return typeof value === 'number' && value >= min && value <= max ? value : null
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}
