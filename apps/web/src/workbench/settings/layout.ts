import { type AppearanceSettings, type OpenKind, openKinds } from '@parley/model'
import { createStore } from 'zustand/vanilla'
import type { RememberedTexts } from '../../window/page-memory.ts'

/** The sizes and positions that the user chose; remembered on this device. */
interface RememberedLayout {
  readonly isSidebarOpen: boolean
  /** CSS px; null until dragged: the page's own width for the window. */
  readonly sidebarWidth: number | null
  readonly shares: Shares
  /** The share of the left one of two requests side by side, 0 to 1. */
  readonly leftShare: number
  /** Whether long lines of response bodies are wrapped. */
  readonly wrapsLines: boolean
}

export type Orientation = 'stacked' | 'side'

/** The request's share of the split, 0 to 1, for each kind of request; absent until dragged. */
type Shares = Readonly<Record<Orientation, Readonly<Partial<Record<OpenKind, number>>>>>

export const sidebarWidthLimits = { min: 200, max: 480 } as const

/** How wide the window is: below 1,024 px the sidebar overlays, below 640 px one pane shows. */
export type WindowWidth = 'wide' | 'narrow' | 'single'

export interface LayoutState extends RememberedLayout {
  /** As in the settings. */
  readonly layout: AppearanceSettings['layout']
  readonly windowWidth: WindowWidth
  /** Whether the window is so wide that a query and its response fit side by side: 1,280 px. */
  readonly hasRoomBeside: boolean
  /** Whether the sidebar covers the page, because there is no space beside it. */
  readonly isOverlayOpen: boolean
  /** The pane that is shown if there is space for one only. */
  readonly shownPane: 'request' | 'response'
}

const initial: RememberedLayout = {
  isSidebarOpen: true,
  sidebarWidth: null,
  shares: { stacked: {}, side: {} },
  leftShare: 0.5,
  wrapsLines: false,
}

export function createLayout(memory: RememberedTexts) {
  const store = createStore<LayoutState>(() => ({
    ...readLayout(memory),
    layout: 'automatic',
    windowWidth: 'wide',
    hasRoomBeside: false,
    isOverlayOpen: false,
    shownPane: 'request',
  }))
  store.subscribe((state, before) => {
    const [remembered, earlier] = [state, before].map(textOf)
    if (remembered !== undefined && remembered !== earlier) memory.setItem('layout', remembered)
  })
  return {
    store,
    /** Takes what is remembered now. */
    recall: () => store.setState(readLayout(memory)),
    toggleSidebar: () =>
      store.setState(state =>
        state.windowWidth === 'wide'
          ? { isSidebarOpen: !state.isSidebarOpen }
          : { isOverlayOpen: !state.isOverlayOpen },
      ),
    closeOverlay: () => store.setState({ isOverlayOpen: false }),
    setWindowWidth: (windowWidth: WindowWidth, hasRoomBeside: boolean) =>
      store.setState({ windowWidth, hasRoomBeside }),
    showPane: (shownPane: 'request' | 'response') => store.setState({ shownPane }),
    wrapLines: (wrapsLines: boolean) => store.setState({ wrapsLines }),
    setLayout: (layout: AppearanceSettings['layout']) => store.setState({ layout }),
    resizeSidebar: (width: number | null) =>
      store.setState({
        sidebarWidth: width === null ? null : clamp(width, sidebarWidthLimits.min, sidebarWidthLimits.max),
      }),
    /** Null gives both panes the same room again. */
    resizeSplit(share: number | null, kind: OpenKind, shown?: Orientation): void {
      const chosen = share === null ? {} : { [kind]: clamp(share, 0.05, 0.95) }
      store.setState(state => {
        const orientation = shown ?? shownOrientation(state, kind)
        const { [kind]: _, ...others } = state.shares[orientation]
        return { shares: { ...state.shares, [orientation]: { ...others, ...chosen } } }
      })
    },
    resizeLeft: (leftShare: number) => store.setState({ leftShare: clamp(leftShare, 0.2, 0.8) }),
  }
}

/** Whether the sidebar is shown, beside the page or over it. */
export function isSidebarShown(state: LayoutState): boolean {
  return state.windowWidth === 'wide' ? state.isSidebarOpen : state.isOverlayOpen
}

/** Returns the share of the split that the user chose for a kind of request, or half. */
export function shareOf(
  state: LayoutState,
  kind: OpenKind,
  orientation: Orientation = shownOrientation(state, kind),
): number {
  return state.shares[orientation][kind] ?? 0.5
}

/** Side by side falls back to stacked if there is no space for it. */
export function shownOrientation(state: LayoutState, kind: OpenKind): Orientation {
  return state.windowWidth === 'wide' ? chosenOrientation(state, kind) : 'stacked'
}

/** Returns the layout of the settings for a kind of request. The automatic one puts GraphQL beside its response. */
export function chosenOrientation(
  { layout, hasRoomBeside }: Pick<LayoutState, 'layout' | 'hasRoomBeside'>,
  kind: OpenKind,
): Orientation {
  if (layout === 'automatic') return kind === 'graphql' && hasRoomBeside ? 'side' : 'stacked'
  return layout === 'beside' ? 'side' : 'stacked'
}

/** Returns the layout that turns the other way round what is shown; the automatic one if it does. */
export function toggledLayout(state: LayoutState, kind: OpenKind): AppearanceSettings['layout'] {
  const orientation = chosenOrientation(state, kind)
  if (chosenOrientation({ ...state, layout: 'automatic' }, kind) !== orientation) return 'automatic'
  return orientation === 'side' ? 'below' : 'beside'
}

function textOf({ isSidebarOpen, sidebarWidth, shares, leftShare, wrapsLines }: LayoutState): string {
  const remembered: RememberedLayout = { isSidebarOpen, sidebarWidth, shares, leftShare, wrapsLines }
  return JSON.stringify(remembered)
}

function readLayout(memory: RememberedTexts): RememberedLayout {
  let kept: unknown
  try {
    kept = JSON.parse(memory.getItem('layout') ?? '{}')
  } catch {
    return initial
  }
  if (!isObject(kept)) return initial
  const read = (key: string): unknown => Reflect.get(kept, key)
  return {
    isSidebarOpen: read('isSidebarOpen') !== false,
    sidebarWidth: numberWithin(read('sidebarWidth'), sidebarWidthLimits.min, sidebarWidthLimits.max),
    shares: readShares(read('shares'), {
      stacked: read('stackedShare') ?? read('tallShare'),
      side: read('sideShare'),
    }),
    leftShare: numberWithin(read('leftShare'), 0.2, 0.8) ?? initial.leftShare,
    wrapsLines: read('wrapsLines') === true,
  }
}

/** `former` is what an earlier version remembered for all kinds together. */
function readShares(kept: unknown, former: Readonly<Record<Orientation, unknown>>): Shares {
  const readOne = (orientation: Orientation) => {
    const shares: unknown = isObject(kept) ? Reflect.get(kept, orientation) : undefined
    return Object.fromEntries(
      openKinds.flatMap(kind => {
        const share: unknown = isObject(shares) ? Reflect.get(shares, kind) : former[orientation]
        const known = numberWithin(share, 0.05, 0.95)
        return known === null ? [] : [[kind, known]]
      }),
    )
  }
  return { stacked: readOne('stacked'), side: readOne('side') }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function numberWithin(value: unknown, min: number, max: number): number | null {
  return typeof value === 'number' && value >= min && value <= max ? value : null
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}
