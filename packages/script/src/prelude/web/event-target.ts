/**
 * Events as far as chai needs them to load: it tells its plugins of new assertions through them. This
 * stands here for its effect, and before chai is imported; scripts do not see it.
 */
class BareEvent {
  readonly type: string

  constructor(type: string) {
    this.type = type
  }
}

class BareEventTarget {
  addEventListener(): void {}

  dispatchEvent(): boolean {
    return true
  }
}

Object.assign(globalThis, { Event: BareEvent, EventTarget: BareEventTarget })
