/** Events of the DOM Standard without a tree: a target calls its listeners in order. */
export class Event {
  readonly type: string
  readonly bubbles: boolean
  readonly cancelable: boolean
  readonly timeStamp = Date.now()
  target: EventTarget | null = null
  currentTarget: EventTarget | null = null
  defaultPrevented = false
  /** Whether a listener asked that no further one is called. */
  isStopped = false

  constructor(type: unknown, { bubbles, cancelable }: { bubbles?: unknown; cancelable?: unknown } = {}) {
    this.type = String(type)
    this.bubbles = Boolean(bubbles)
    this.cancelable = Boolean(cancelable)
  }

  preventDefault(): void {
    if (this.cancelable) this.defaultPrevented = true
  }

  stopPropagation(): void {}

  stopImmediatePropagation(): void {
    this.isStopped = true
  }
}

/** An event with data. */
class CustomEvent extends Event {
  readonly detail: unknown

  constructor(type: unknown, options: { bubbles?: unknown; cancelable?: unknown; detail?: unknown } = {}) {
    super(type, options)
    this.detail = options.detail ?? null
  }
}

interface Listener {
  readonly type: string
  readonly callback: unknown
  readonly isOnce: boolean
}

export class EventTarget {
  #listeners: readonly Listener[] = []

  addEventListener(type: unknown, callback: unknown, options?: unknown): void {
    const name = String(type)
    if (this.#listeners.some(one => one.type === name && one.callback === callback)) return
    const isOnce = typeof options === 'object' && options !== null && Reflect.get(options, 'once') === true
    this.#listeners = [...this.#listeners, { type: name, callback, isOnce }]
  }

  removeEventListener(type: unknown, callback: unknown): void {
    this.#listeners = this.#listeners.filter(one => one.type !== String(type) || one.callback !== callback)
  }

  /** Returns false if a listener prevented the default. */
  dispatchEvent(event: Event): boolean {
    event.target = this
    event.currentTarget = this
    for (const listener of this.#listeners) {
      if (listener.type !== event.type || event.isStopped) continue
      if (listener.isOnce) this.removeEventListener(listener.type, listener.callback)
      const { callback } = listener
      if (typeof callback === 'function') callback.call(this, event)
      else if (typeof callback === 'object' && callback !== null)
        Reflect.get(callback, 'handleEvent')?.call(callback, event)
    }
    event.currentTarget = null
    return !event.defaultPrevented
  }
}

// Must be there before chai loads, which announces new assertions by events.
for (const [name, value] of Object.entries({ Event, CustomEvent, EventTarget }))
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true })
