import { type AppearanceSettings, type AppSettings, defaultAppSettings } from '@parley/model'
import { createStore, type StoreApi } from 'zustand/vanilla'
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
  const { keep, isKeeping } = createKeeping(store, calls, describeError)

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
    /** Receives the server's settings; a change in progress here wins. */
    receive(settings: AppSettings): void {
      if (!isKeeping()) store.setState({ settings })
    },
    /** Replaces all settings; takes effect at once, and is stored. */
    changeAll(settings: AppSettings): void {
      store.setState({ settings })
      void keep()
    },
    /** Tries again to store what could not be stored. */
    retry: () => void keep(),
  }
}

/** What stores the settings on the server. */
function createKeeping(
  store: StoreApi<SettingsState>,
  calls: Pick<ServerClient['settings'], 'write'>,
  describeError: WindowContext['describeError'],
) {
  let changes = 0

  /** Resolves to false if the settings are not stored; the page says why. */
  async function keep(): Promise<boolean> {
    changes += 1
    const change = changes
    try {
      await calls.write({ settings: store.getState().settings })
      if (change === changes) store.setState({ failure: null })
      return true
    } catch (error) {
      if (change === changes) store.setState({ failure: describeError(error) })
      return false
    } finally {
      if (change === changes) changes = 0
    }
  }

  return { keep, isKeeping: () => changes > 0 }
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
