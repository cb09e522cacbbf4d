/**
 * A minimal Event for chai, which uses events to announce new assertions to its plugins. This file is
 * imported for its side effect, before chai; scripts do not see the class.
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
