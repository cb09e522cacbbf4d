import { createStore } from 'zustand/vanilla'

/**
 * A message over the page: an error stays until it is dismissed, a notice or a confirmation disappears by
 * itself.
 */
export interface Toast {
  readonly kind: 'error' | 'notice' | 'done'
  readonly title: string
  /** Shown in the code font: text from a script or a server. Empty: none. */
  readonly code: string
  readonly text: string
  /** Lines to be read one by one; a notice with such lines stays until it is dismissed. */
  readonly lines?: readonly string[]
  /** What the user may do about it. The toast stays until a returned promise is settled. */
  readonly action?: { readonly label: string; run(): void | Promise<void> }
  /** Called when the user dismisses it, but not if it disappears for another reason. */
  onDismissed?(): void
  /** After how many milliseconds an error leaves by itself, because it is also shown elsewhere; absent: never. */
  readonly staysMs?: number
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

export type Toasts = ReturnType<typeof createToasts>

/** The number of toasts that are shown at most (DESIGN 3). */
const maxToasts = 3
const noticeMs = 6000

/** The toasts of the page, oldest first. */
export function createToasts(ports: ToastPorts) {
  const store = createStore<{ readonly toasts: readonly ShownToast[] }>(() => ({ toasts: [] }))
  /** Those that the pointer or the focus is on. */
  const held = new Set<string>()

  function dismiss(id: string): void {
    held.delete(id)
    store.setState(({ toasts }) => ({ toasts: toasts.filter(toast => toast.id !== id) }))
  }

  function dismissOf(subject: string): void {
    for (const toast of store.getState().toasts) if (toast.subject === subject) dismiss(toast.id)
  }

  function leave(id: string, staysMs: number): void {
    ports.after(staysMs, () => {
      if (held.has(id)) leave(id, staysMs)
      else dismiss(id)
    })
  }

  function show(toast: Toast): void {
    if (toast.subject !== undefined) dismissOf(toast.subject)
    const id = ports.newId()
    store.setState(({ toasts }) => ({ toasts: withRoom([...toasts, { ...toast, id }]) }))
    if (toast.staysMs !== undefined) leave(id, toast.staysMs)
    else if (toast.kind !== 'error' && toast.lines === undefined) leave(id, noticeMs)
  }

  return {
    store,
    dismiss,
    dismissOf,
    show,
    /** Shows an error as sentences. */
    showError: (title: string, text: string) => show({ kind: 'error', title, code: '', text }),
    /** Keeps a notice while it is looked at. */
    setHeld(id: string, isHeld: boolean): void {
      if (isHeld) held.add(id)
      else held.delete(id)
    },
  }
}

/** Removes notices before errors. */
function withRoom(toasts: readonly ShownToast[]): readonly ShownToast[] {
  if (toasts.length <= maxToasts) return toasts
  const notice = toasts.slice(0, -1).find(toast => toast.kind !== 'error')
  const gone = notice ?? toasts[0]
  return toasts.filter(toast => toast !== gone)
}
