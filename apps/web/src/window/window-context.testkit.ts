import { createToasts, type Toast } from '../workbench/toasts.ts'
import type { WindowContext } from './window-context.ts'

/** A window whose timers and frames the test runs, with IDs that count up. */
export interface TestWindow extends WindowContext {
  readonly timers: { readonly delayMs: number; run(): void }[]
  readonly frames: (() => void)[]
  /** All toasts that were shown, oldest first, whether or not they still show. */
  readonly shown: Toast[]
}

export function createTestWindow(patch: Partial<Omit<WindowContext, 'toasts'>> = {}): TestWindow {
  const timers: TestWindow['timers'] = []
  const frames: TestWindow['frames'] = []
  const shown: Toast[] = []
  let lastId = 0
  let lastToast = 0
  const toasts = createToasts({ newId: () => `toast${++lastToast}`, after: () => {} })
  toasts.store.subscribe(({ toasts: present }, before) => {
    shown.push(...present.filter(toast => !before.toasts.includes(toast)))
  })
  return {
    windowId: 'window',
    toasts,
    isServerThere: () => true,
    describeError: error => (error instanceof Error ? error.message : String(error)),
    newId: () => `id${++lastId}`,
    now: () => 0,
    elapsedMs: () => 0,
    after: (delayMs, run) => void timers.push({ delayMs, run }),
    nextFrame: callback => void frames.push(callback),
    ...patch,
    timers,
    frames,
    shown,
  }
}
