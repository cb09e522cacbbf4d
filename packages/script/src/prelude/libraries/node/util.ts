import { util as chaiUtil } from 'chai'
import { TextDecoder, TextEncoder } from '../../web/text-encoding.ts'

type AnyFunction = (...given: readonly unknown[]) => unknown

/** The part of Node's `util` that needs nothing of the system. */
export const nodeUtil = {
  inspect,
  format,
  promisify: (run: AnyFunction) =>
    // Timers take their callback first.
    Reflect.get(globalThis, 'setTimeout') === run
      ? (ms: unknown) => new Promise(resolve => run(resolve, ms))
      : (...given: readonly unknown[]) =>
          new Promise((resolve, reject) =>
            run(...given, (error: unknown, value: unknown) =>
              error === null || error === undefined ? resolve(value) : reject(error),
            ),
          ),
  callbackify:
    (run: (...given: readonly unknown[]) => Promise<unknown>) =>
    (...given: readonly unknown[]) => {
      const done = given.at(-1)
      if (typeof done !== 'function') throw new TypeError('The last argument must be a callback')
      run(...given.slice(0, -1)).then(
        value => done(null, value),
        error => done(error),
      )
    },
  deprecate: (run: AnyFunction) => run,
  inherits: (child: { prototype: object }, parent: { prototype: object }) =>
    Object.setPrototypeOf(child.prototype, parent.prototype),
  isDeepStrictEqual: (left: unknown, right: unknown) => chaiUtil.eql(left, right),
  isArray: Array.isArray,
  types: {
    isDate: (value: unknown) => value instanceof Date,
    isMap: (value: unknown) => value instanceof Map,
    isSet: (value: unknown) => value instanceof Set,
    isRegExp: (value: unknown) => value instanceof RegExp,
    isPromise: (value: unknown) => value instanceof Promise,
    isNativeError: (value: unknown) => value instanceof Error,
    isTypedArray: (value: unknown) => ArrayBuffer.isView(value) && !(value instanceof DataView),
    isUint8Array: (value: unknown) => value instanceof Uint8Array,
  },
  TextDecoder,
  TextEncoder,
}

function inspect(value: unknown, options?: { readonly depth?: number | null }): string {
  const depth = options?.depth === undefined ? 2 : (options.depth ?? Number.POSITIVE_INFINITY)
  return shown(value, depth, [])
}

/** Writes a value as Node does, in one line. */
function shown(value: unknown, depth: number, around: readonly unknown[]): string {
  if (typeof value === 'string') return `'${value.replace(/['\\]/g, '\\$&').replaceAll('\n', '\\n')}'`
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'function')
    return value.name === '' ? '[Function (anonymous)]' : `[Function: ${value.name}]`
  if (typeof value !== 'object' || value === null) return String(value)
  if (around.includes(value)) return '[Circular *1]'
  if (value instanceof Date) return value.toISOString()
  if (value instanceof RegExp) return String(value)
  if (value instanceof Error) return value.stack ?? String(value)
  const inner = (one: unknown) => shown(one, depth - 1, [...around, value])
  if (Array.isArray(value) && value.length === 0) return '[]'
  if (depth < 0 && Object.keys(value).length > 0) return Array.isArray(value) ? '[Array]' : '[Object]'
  if (Array.isArray(value)) return `[ ${value.map(inner).join(', ')} ]`
  if (value instanceof Map)
    return `Map(${value.size}) {${[...value].map(([key, one]) => ` ${inner(key)} => ${inner(one)}`).join(',')} }`
  if (value instanceof Set)
    return `Set(${value.size}) {${[...value].map(one => ` ${inner(one)}`).join(',')} }`
  const members = Object.entries(value).map(([key, one]) => `${nameOf(key)}: ${inner(one)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

const nameOf = (key: string) => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : `'${key}'`)

/** Fills in `%s`, `%d`, `%i`, `%f`, `%j`, `%o` and `%O`; further values follow after spaces. */
function format(...given: readonly unknown[]): string {
  const [first, ...rest] = given
  if (typeof first !== 'string') return given.map(one => inspect(one)).join(' ')
  let at = 0
  const text = first.replace(/%[sdifjoO%]/g, place => {
    if (place === '%%') return '%'
    if (at >= rest.length) return place
    const value = rest[at]
    at += 1
    return formatted(place, value)
  })
  return [text, ...rest.slice(at).map(one => (typeof one === 'string' ? one : inspect(one)))].join(' ')
}

function formatted(place: string, value: unknown): string {
  switch (place) {
    case '%s':
      return typeof value === 'object' && value !== null ? inspect(value) : String(value)
    case '%d':
      return String(Number(value))
    case '%i':
      return String(Number.parseInt(String(value), 10))
    case '%f':
      return String(Number.parseFloat(String(value)))
    case '%j':
      return JSON.stringify(value)
  }
  return inspect(value)
}
