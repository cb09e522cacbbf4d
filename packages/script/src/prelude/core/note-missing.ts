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
      addNote(`${name}.${String(key)}`, textFor(String(key), receiver, name))
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

/** Returns the text of a note: a member of nearly the same name, or that there is none. */
function textFor(missing: string, receiver: object, name: string): string {
  const near = memberNames(receiver).find(one => isNear(one, missing))
  return near === undefined ? 'is not supported' : `does not exist, did you mean ${name}.${near}?`
}

function memberNames(value: object): readonly string[] {
  const members: string[] = []
  for (let one: object | null = value; one !== null && members.length < 500; one = Object.getPrototypeOf(one))
    members.push(...Object.getOwnPropertyNames(one).filter(member => member !== 'constructor'))
  return members
}

/** Returns whether two names differ by one letter: more, less, other, or in the wrong place. */
function isNear(one: string, other: string): boolean {
  if (one.toLowerCase() === other.toLowerCase()) return true
  if (Math.min(one.length, other.length) < 3 || Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  const rest = (text: string, skipped: number) => text.slice(start + skipped)
  return (
    rest(one, 1) === rest(other, 1) ||
    rest(one, 1) === rest(other, 0) ||
    rest(one, 0) === rest(other, 1) ||
    (one[start] === other[start + 1] && one[start + 1] === other[start] && rest(one, 2) === rest(other, 2))
  )
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
