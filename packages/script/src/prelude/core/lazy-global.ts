const { defineProperty } = Object

/** Describes a global that is made when it is first read, as most scripts use one namespace of many. */
export function lazyGlobal(name: string, make: () => unknown): PropertyDescriptor {
  const define = (value: unknown) =>
    void defineProperty(globalThis, name, { value, writable: true, configurable: true })
  return {
    get() {
      const value = make()
      define(value)
      return value
    },
    set: define,
    configurable: true,
  }
}
