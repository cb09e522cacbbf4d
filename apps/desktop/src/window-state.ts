import { join } from 'node:path'
import { nodeFiles, nodeFilesAtOnce, privateFileMode, writeFileAtomically } from '@parley/files'
import { type Menu, menuSchema } from '@parley/server/desktop'
import { desktopMenus } from '@parley/web/menus'
import * as z from 'zod'
import type { Area, WindowPlacement } from './desktop-host.ts'

/** A smaller window cannot show the page (design: desktop app). */
export const minimumSize = { width: 900, height: 560 } as const
const zoomLimits = { min: 0.5, max: 3 } as const

const placement = z.object({
  x: z.int().min(-100_000).max(100_000),
  y: z.int().min(-100_000).max(100_000),
  width: z.int().min(1).max(100_000),
  height: z.int().min(1).max(100_000),
  isMaximized: z.boolean(),
})

const stateSchema = z.object({
  /** By the area of the display, the latest last. */
  placements: z.array(z.tuple([z.string().max(100), placement])).max(50),
  zoom: z.number().min(zoomLimits.min).max(zoomLimits.max),
  isDark: z.boolean(),
  /** As the page showed them last. */
  menus: z.array(menuSchema).max(20),
})

type State = z.infer<typeof stateSchema>

const noState: State = { placements: [], zoom: 1, isDark: false, menus: [...desktopMenus([])] }
const maxDisplays = 20
const saveDelayMs = 500

/** Where the windows were, by display, with zoom and theme; kept in the app data. */
export class WindowState {
  readonly #path: string
  #state: State
  #timer: NodeJS.Timeout | null = null

  constructor(appDataFolder: string) {
    this.#path = join(appDataFolder, 'window.json')
    this.#state = readState(this.#path)
  }

  get zoom(): number {
    return this.#state.zoom
  }

  get isDark(): boolean {
    return this.#state.isDark
  }

  /** The last place of a window; null if there was none yet. */
  get lastPlacement(): WindowPlacement | null {
    return this.#state.placements.at(-1)?.[1] ?? null
  }

  /** The last place of a window on a display; null if there was none yet. */
  placementOn(display: Area): WindowPlacement | null {
    return this.#state.placements.find(([key]) => key === keyOf(display))?.[1] ?? null
  }

  setPlacement(at: WindowPlacement, display: Area): void {
    const { isMaximized } = at
    const before = this.placementOn(display)
    // A maximised window keeps the size that it has afterwards.
    const kept = isMaximized && before !== null ? { ...before, isMaximized } : rounded(at)
    const others = this.#state.placements.filter(([key]) => key !== keyOf(display))
    this.#change({ placements: [...others, [keyOf(display), kept] as const].slice(-maxDisplays).map(copy) })
  }

  setZoom(zoom: number): void {
    this.#change({ zoom: Math.min(zoomLimits.max, Math.max(zoomLimits.min, zoom)) })
  }

  setTheme(isDark: boolean): void {
    this.#change({ isDark })
  }

  /** The menus of a window, with the keys that the user has set. */
  get menus(): readonly Menu[] {
    return this.#state.menus
  }

  setMenus(menus: readonly Menu[]): void {
    this.#change({ menus: [...menus] })
  }

  /** Writes what has changed. A disk that refuses loses only the place of a window. */
  async save(): Promise<void> {
    if (this.#timer === null) return
    clearTimeout(this.#timer)
    this.#timer = null
    await writeFileAtomically(nodeFiles, this.#path, JSON.stringify(this.#state), {
      mode: privateFileMode,
    }).catch(() => {})
  }

  #change(change: Partial<State>): void {
    const next = { ...this.#state, ...change }
    if (JSON.stringify(next) === JSON.stringify(this.#state)) return
    this.#state = next
    this.#timer ??= setTimeout(() => void this.save(), saveDelayMs)
  }
}

const copy = ([key, at]: readonly [string, WindowPlacement]): [string, WindowPlacement] => [key, at]

function keyOf({ x, y, width, height }: Area): string {
  return [x, y, width, height].join(',')
}

function rounded({ x, y, width, height, isMaximized }: WindowPlacement): WindowPlacement {
  return {
    x: Math.round(x),
    y: Math.round(y),
    width: Math.max(1, Math.round(width)),
    height: Math.max(1, Math.round(height)),
    isMaximized,
  }
}

function readState(path: string): State {
  try {
    return stateSchema.parse(JSON.parse(new TextDecoder().decode(nodeFilesAtOnce.read(path))))
  } catch {
    return noState
  }
}

/** How much of a window must be on a display, so that it can be moved by its title. */
const visibleEdge = 100

/**
 * Returns where to put a window: its last place, moved into sight if its display is gone or smaller now, and
 * never below the minimum size.
 * @param displays - the areas of the displays, the main one first; not empty
 */
export function placeInSight(
  last: WindowPlacement | null,
  displays: readonly Area[],
): WindowPlacement | null {
  const [main] = displays
  if (last === null || main === undefined) return null
  const width = Math.max(minimumSize.width, last.width)
  const height = Math.max(minimumSize.height, last.height)
  const display = displays.find(one => isVisibleOn(last, one))
  const fitting = {
    width: Math.max(minimumSize.width, Math.min(width, (display ?? main).width)),
    height: Math.max(minimumSize.height, Math.min(height, (display ?? main).height)),
    isMaximized: last.isMaximized,
  }
  if (display !== undefined) return { ...fitting, x: last.x, y: last.y }
  return {
    ...fitting,
    x: main.x + Math.max(0, Math.floor((main.width - fitting.width) / 2)),
    y: main.y + Math.max(0, Math.floor((main.height - fitting.height) / 2)),
  }
}

function isVisibleOn(window: WindowPlacement, display: Area): boolean {
  const overlap = Math.min(window.x + window.width, display.x + display.width) - Math.max(window.x, display.x)
  return (
    overlap >= visibleEdge && window.y >= display.y && window.y <= display.y + display.height - visibleEdge
  )
}
