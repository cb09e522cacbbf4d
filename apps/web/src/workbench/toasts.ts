import { createStore, type StoreApi } from 'zustand/vanilla'

/**
 * What a toast is about: a tab, whose toast is shown over that tab alone and leaves with it; or the page. A toast that names
 * its tab can be shown over other tabs as well until its tab has been seen.
 */
export type ToastOwner = { readonly tabId: string; readonly isNamed?: true } | 'page'

/** A message over the page. It disappears by itself unless it asks the user something. */
export interface Toast {
  readonly kind: 'error' | 'notice' | 'done'
  readonly owner: ToastOwner
  /** Whether it stays until the user acts or dismisses it. An offer, such as Undo, asks nothing. */
  readonly asks?: boolean
  /** Whether the page shows the same in full, so that only the title and one line of `code` are seen, and not for long. */
  readonly isBrief?: boolean
  readonly title: string
  /** Shown in the code font: text from a script or a server. Empty: none. */
  readonly code: string
  readonly text: string
  /** Lines to be read one by one. */
  readonly lines?: readonly string[]
  /** What the user may do about it. The toast stays until a returned promise is settled. */
  readonly action?: { readonly label: string; run(): void | Promise<void> }
  /** Called when the user dismisses it, but not if it disappears for another reason. */
  onDismissed?(): void
  /** What it is about: it disappears when that changes, and a newer toast replaces it. */
  readonly subject?: string
}

export interface ShownToast extends Toast {
  readonly id: string
}

export interface ToastPorts {
  newId(): string
  /** Calls back once after this number of milliseconds. */
  after(delayMs: number, callback: () => void): void
}

/** The open tabs, and the one that is shown. */
export interface TabsOfToasts {
  readonly activeTabId: string | null
  readonly tabIds: ReadonlySet<string>
}

/** Of an error: who it belongs to, and whether it asks. Absent: it belongs to the page and asks nothing. */
export type ErrorToastOptions = Partial<Pick<Toast, 'owner' | 'asks'>>

export type Toasts = ReturnType<typeof createToasts>

/** The number of toasts that are shown at most (behaviour, Toasts). */
const maxToasts = 3
/** For a sentence (behaviour, Toasts). */
const noticeMs = 6000
/** For an error, lines to read or something to click. */
const longestMs = 10_000

/** The toasts of the page, oldest first. */
export function createToasts(ports: ToastPorts) {
  const store = createStore<{ readonly toasts: readonly ShownToast[] }>(() => ({ toasts: [] }))
  /** Those that the pointer or the focus is on. */
  const held = new Set<string>()
  /** Those whose tab has not been shown since. */
  let waiting: readonly ShownToast[] = []
  /** Null: there are no tabs to follow, so all toasts are shown. */
  let tabs: TabsOfToasts | null = null

  function dismiss(id: string): void {
    held.delete(id)
    waiting = waiting.filter(toast => toast.id !== id)
    store.setState(({ toasts }) => ({ toasts: toasts.filter(toast => toast.id !== id) }))
  }

  function dismissWhere(isGone: (toast: ShownToast) => boolean): void {
    for (const toast of [...store.getState().toasts, ...waiting]) if (isGone(toast)) dismiss(toast.id)
  }

  const dismissOf = (subject: string) => dismissWhere(toast => toast.subject === subject)

  const appear = createAppearing(store, ports, held, dismiss)

  function show(toast: Toast): void {
    if (toast.subject !== undefined) dismissOf(toast.subject)
    const { owner } = toast
    const shown = { ...toast, id: ports.newId() }
    if (tabs === null || owner === 'page' || owner.isNamed === true || owner.tabId === tabs.activeTabId)
      appear(shown)
    else if (tabs.tabIds.has(owner.tabId)) waiting = [...waiting, shown]
  }

  return {
    store,
    dismiss,
    dismissOf,
    show,
    /** Shows an error as sentences. */
    showError: (title: string, text: string, { owner = 'page', asks = false }: ErrorToastOptions = {}) =>
      show({ kind: 'error', owner, asks, title, code: '', text }),
    /** Keeps a notice while it is looked at. */
    setHeld(id: string, isHeld: boolean): void {
      if (isHeld) held.add(id)
      else held.delete(id)
    },
    /** Removes the toasts of a tab that was left or closed, and shows those that waited for the one shown now. */
    followTabs(now: TabsOfToasts): void {
      const left = tabs !== null && tabs.activeTabId !== now.activeTabId ? tabs.activeTabId : null
      tabs = now
      dismissWhere(({ owner }) => owner !== 'page' && (owner.tabId === left || !now.tabIds.has(owner.tabId)))
      const due = waiting.filter(({ owner }) => owner !== 'page' && owner.tabId === now.activeTabId)
      waiting = waiting.filter(toast => !due.includes(toast))
      for (const toast of due) appear(toast)
    },
  }
}

/** Returns what shows a toast, and removes it once it was shown long enough and nobody looks at it. */
function createAppearing(
  store: StoreApi<{ readonly toasts: readonly ShownToast[] }>,
  ports: Pick<ToastPorts, 'after'>,
  held: ReadonlySet<string>,
  dismiss: (id: string) => void,
) {
  function leave(id: string, staysMs: number): void {
    ports.after(staysMs, () => {
      if (held.has(id)) leave(id, staysMs)
      else dismiss(id)
    })
  }

  return (toast: ShownToast): void => {
    store.setState(({ toasts }) => ({ toasts: withRoom([...toasts, toast]) }))
    const staysMs = staysMsOf(toast)
    if (staysMs !== null) leave(toast.id, staysMs)
  }
}

/** How long a toast is shown, in milliseconds; null: until the user acts. */
function staysMsOf({ kind, asks = false, isBrief = false, lines, action }: Toast): number | null {
  if (asks) return null
  if (isBrief) return noticeMs
  return kind === 'error' || lines !== undefined || action !== undefined ? longestMs : noticeMs
}

/** Removes those that ask nothing before those that ask, and notices before errors. */
function withRoom(toasts: readonly ShownToast[]): readonly ShownToast[] {
  if (toasts.length <= maxToasts) return toasts
  const older = toasts.slice(0, -1)
  const gone =
    older.find(toast => toast.kind !== 'error' && toast.asks !== true) ??
    older.find(toast => toast.asks !== true) ??
    toasts[0]
  return toasts.filter(toast => toast !== gone)
}
