import { type AppearanceSettings, type AppSettings, defaultAppSettings } from '@parley/model'
import type { SettingsRevision } from '@parley/server/contract'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { LastCall } from '../../server-client/last-call.ts'
import type { ServerClient } from '../../server-client/server-client.ts'
import type { TextStorage } from '../../window/page-memory.ts'
import type { WindowContext } from '../../window/window-context.ts'

export interface SettingsState {
  /** Those of a first start until the server has sent its own. */
  readonly settings: AppSettings
  /** Why the last change is not stored, as a sentence; null if all changes are. */
  readonly failure: string | null
}

const storageKey = 'parley-appearance'

/**
 * The application's settings; the server stores them.
 * @param storage - remembers the appearance, so that the page has it from its first moment
 */
export function createSettings(
  calls: ServerClient['settings'],
  { describeError }: Pick<WindowContext, 'describeError'>,
  storage: TextStorage,
) {
  const store = createStore<SettingsState>(() => ({
    settings: { ...defaultAppSettings, appearance: rememberedAppearance(storage) },
    failure: null,
  }))
  store.subscribe(({ settings }, before) => {
    if (settings.appearance !== before.settings.appearance) remember(storage, settings.appearance)
  })
  const { keep, isWaiting, isOlder } = createKeeping(store, calls, describeError)

  /** Applies a change immediately; resolves to whether the server has stored it. */
  function change<Group extends keyof AppSettings>(
    group: Group,
    patch: Partial<AppSettings[Group]>,
  ): Promise<boolean> {
    store.setState(({ settings }) => ({
      settings: { ...settings, [group]: { ...settings[group], ...patch } },
    }))
    return keep()
  }

  return {
    store,
    change,
    /** Receives the server's settings; a change from here wins, in progress or later than them. */
    receive({ settings, ...revision }: ReceivedSettings): void {
      if (!isOlder(revision)) store.setState({ settings })
    },
    /** Replaces all settings; takes effect at once, and is stored. */
    changeAll(settings: AppSettings): void {
      store.setState({ settings })
      void keep()
    },
    /** Stores what waits for the end of another write, as the page closes. */
    flush(lastCall: LastCall): void {
      if (isWaiting()) lastCall('settings/write', { settings: store.getState().settings })
    },
    /** Tries again to store what could not be stored. */
    retry: () => void keep(),
  }
}

type ReceivedSettings = SettingsRevision & Pick<SettingsState, 'settings'>

/** What stores the settings on the server, one write after another. */
function createKeeping(
  store: StoreApi<SettingsState>,
  calls: Pick<ServerClient['settings'], 'write'>,
  describeError: WindowContext['describeError'],
) {
  let stored: SettingsRevision | null = null
  let underWay: Promise<boolean> | null = null
  /** Begins after that, with all changes until then. */
  let next: Promise<boolean> | null = null

  async function write(): Promise<boolean> {
    const failure = await calls.write({ settings: store.getState().settings }).then(
      revision => {
        stored = revision
        return null
      },
      error => describeError(error),
    )
    if (next === null) {
      underWay = null
      store.setState({ failure })
    }
    return failure === null
  }

  return {
    /** Resolves to false if the settings are not stored; the page says why. */
    keep(): Promise<boolean> {
      if (underWay === null) {
        underWay = write()
        return underWay
      }
      next ??= underWay.then(() => {
        next = null
        underWay = write()
        return underWay
      })
      return next
    },
    isWaiting: () => next !== null,
    /** Whether settings of the server are from before a change here. */
    isOlder: ({ series, revision }: SettingsRevision) =>
      underWay !== null || (stored?.series === series && revision < stored.revision),
  }
}

/** From the last visit, until the server's settings arrive. */
function rememberedAppearance(storage: TextStorage): AppearanceSettings {
  const usual = defaultAppSettings.appearance
  try {
    const kept: unknown = JSON.parse(storage.getItem(storageKey) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return usual
    const read = <Value>(key: string, known: readonly Value[], otherwise: Value): Value =>
      known.find(value => value === Reflect.get(kept, key)) ?? otherwise
    return {
      theme: read('theme', ['system', 'light', 'dark'] as const, usual.theme),
      density: read('density', ['comfortable', 'compact'] as const, usual.density),
      fontSizePx: read('fontSizePx', fontSizesPx, usual.fontSizePx),
      layout: read('layout', ['automatic', 'below', 'beside'] as const, usual.layout),
      // The page does not show it before the server has sent it.
      desktopWindow: usual.desktopWindow,
    }
  } catch {
    return usual
  }
}

function remember(storage: TextStorage, appearance: AppearanceSettings): void {
  try {
    storage.setItem(storageKey, JSON.stringify(appearance))
  } catch {
    // If the storage is full or forbidden, only the first moment of the next visit looks different.
  }
}

/** The choices in Settings; for larger text there is the browser's zoom. */
export const fontSizesPx: readonly number[] = [12, 13, 14, 15, 16]
