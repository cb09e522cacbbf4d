import { addNote, noEffect } from './add-note.ts'

/** The names of objects whose missing members leave notes. */
const names = new WeakMap<object, string>()

/** Members that assertions and the engine look for on any object. */
const lookedFor = new Set(['then', 'toJSON', 'inspect', 'nodeType', 'asymmetricMatch', '$$typeof', 'callee'])

const { get, defineProperty } = Reflect
const { create, setPrototypeOf } = Object

/** Returns whether a key is a place in a list. */
const isPlace = (key: string | symbol) => typeof key === 'string' && /^\d+$/.test(key)

/**
 * Returns a prototype that leaves a note when a member is read or assigned that the object does not have, so
 * that nothing of other clients is silently undefined.
 */
function notingPrototype(base: object): object {
  return new Proxy(create(base), {
    get(target, key, receiver) {
      const name = typeof key === 'string' && !(key in target) ? names.get(receiver) : undefined
      if (name === undefined || lookedFor.has(String(key)) || isPlace(key)) return get(target, key, receiver)
      addNote(`${name}.${String(key)}`, 'is not supported')
      return undefined
    },
    set(_target, key, value, receiver) {
      const name = names.get(receiver)
      if (name !== undefined && typeof key === 'string' && !isPlace(key))
        addNote(`${name}.${key} =`, noEffect)
      return defineProperty(receiver, key, { value, writable: true, enumerable: true, configurable: true })
    },
  })
}

const ofObjects = notingPrototype(Object.prototype)
const ofFunctions = notingPrototype(Function.prototype)
const ofLists = notingPrototype(Array.prototype)

/** Makes missing members of an object, list or function leave notes under a name, and returns it. */
export function noteMissing<Value extends object>(name: string, value: Value): Value {
  names.set(value, name)
  if (typeof value === 'function') return setPrototypeOf(value, ofFunctions)
  return setPrototypeOf(value, Array.isArray(value) ? ofLists : ofObjects)
}

/** The base of classes whose instances do the same. */
export class NotingObject {
  constructor(name: string) {
    names.set(this, name)
  }
}
setPrototypeOf(NotingObject.prototype, ofObjects)
