import { callHost } from '../host.ts'

type IntlClass =
  | 'Collator'
  | 'DateTimeFormat'
  | 'DisplayNames'
  | 'ListFormat'
  | 'NumberFormat'
  | 'PluralRules'
  | 'RelativeTimeFormat'
  | 'Segmenter'

const { parse, stringify } = JSON

/** A class of `Intl`, whose methods the host computes, as the engine has no data on languages. */
class HostFormat {
  readonly #class: IntlClass
  readonly #locales: unknown
  readonly #options: object

  constructor(className: IntlClass, locales: unknown, options: unknown) {
    this.#class = className
    this.#locales =
      typeof locales === 'object' && locales !== null ? [...Object.values(locales)].map(String) : locales
    this.#options = typeof options === 'object' && options !== null ? options : {}
    // Wrong locales and options throw here, as they do in browsers.
    this.resolvedOptions()
  }

  resolvedOptions(): unknown {
    return this.call('resolvedOptions')
  }

  protected call(method: string, ...given: readonly unknown[]): unknown {
    const json = stringify([this.#class, method, this.#locales, this.#options, given.map(asJson)])
    try {
      return parse(callHost('intl', json))
    } catch (error) {
      throw new RangeError(error instanceof Error ? error.message : String(error))
    }
  }
}

/** Returns a value in a form that JSON has; the host converts it back. */
function asJson(value: unknown): unknown {
  if (value instanceof Date) return asJson(value.getTime())
  if (typeof value === 'bigint') return { integer: String(value) }
  if (typeof value === 'number')
    return Number.isFinite(value) && !Object.is(value, -0)
      ? value
      : { number: Object.is(value, -0) ? '-0' : String(value) }
  return typeof value === 'object' && value !== null ? [...Object.values(value)].map(String) : value
}

class NumberFormat extends HostFormat {
  constructor(locales?: unknown, options?: unknown) {
    super('NumberFormat', locales, options)
  }

  get format(): (value: unknown) => unknown {
    return value => this.call('format', typeof value === 'bigint' ? value : Number(value))
  }

  formatToParts(value: unknown): unknown {
    return this.call('formatToParts', Number(value))
  }

  formatRange(from: unknown, to: unknown): unknown {
    return this.call('formatRange', Number(from), Number(to))
  }
}

class DateTimeFormat extends HostFormat {
  constructor(locales?: unknown, options?: unknown) {
    // The time zone of dates in the sandbox.
    super('DateTimeFormat', locales, { timeZone: 'UTC', ...withoutUndefined(options) })
  }

  get format(): (date?: unknown) => unknown {
    return date => this.call('format', timeOf(date))
  }

  formatToParts(date?: unknown): unknown {
    return this.call('formatToParts', timeOf(date))
  }

  formatRange(from: unknown, to: unknown): unknown {
    return this.call('formatRange', timeOf(from), timeOf(to))
  }
}

const timeOf = (date: unknown) => (date === undefined ? Date.now() : Number(date))

function withoutUndefined(options: unknown): object {
  return typeof options === 'object' && options !== null ? parse(stringify(options)) : {}
}

class PluralRules extends HostFormat {
  constructor(locales?: unknown, options?: unknown) {
    super('PluralRules', locales, options)
  }

  select(value: unknown): unknown {
    return this.call('select', Number(value))
  }

  selectRange(from: unknown, to: unknown): unknown {
    return this.call('selectRange', Number(from), Number(to))
  }
}

class Collator extends HostFormat {
  constructor(locales?: unknown, options?: unknown) {
    super('Collator', locales, options)
  }

  get compare(): (one: unknown, other: unknown) => unknown {
    return (one, other) => this.call('compare', String(one), String(other))
  }
}

class RelativeTimeFormat extends HostFormat {
  constructor(locales?: unknown, options?: unknown) {
    super('RelativeTimeFormat', locales, options)
  }

  format(value: unknown, unit: unknown): unknown {
    return this.call('format', Number(value), String(unit))
  }

  formatToParts(value: unknown, unit: unknown): unknown {
    return this.call('formatToParts', Number(value), String(unit))
  }
}

class ListFormat extends HostFormat {
  constructor(locales?: unknown, options?: unknown) {
    super('ListFormat', locales, options)
  }

  format(items: Iterable<unknown>): unknown {
    return this.call('format', [...items])
  }

  formatToParts(items: Iterable<unknown>): unknown {
    return this.call('formatToParts', [...items])
  }
}

class DisplayNames extends HostFormat {
  constructor(locales?: unknown, options?: unknown) {
    super('DisplayNames', locales, options)
  }

  of(code: unknown): unknown {
    return this.call('of', String(code)) ?? undefined
  }
}

class Segmenter extends HostFormat {
  constructor(locales?: unknown, options?: unknown) {
    super('Segmenter', locales, options)
  }

  segment(text: unknown): unknown {
    return this.call('segment', String(text))
  }
}

const classes = {
  Collator,
  DateTimeFormat,
  DisplayNames,
  ListFormat,
  NumberFormat,
  PluralRules,
  RelativeTimeFormat,
  Segmenter,
}

/** The parts of a date that each method writes if the options name none. */
const dateParts = {
  toLocaleString: { year: 'numeric', month: 'numeric', day: 'numeric' },
  toLocaleDateString: { year: 'numeric', month: 'numeric', day: 'numeric' },
  toLocaleTimeString: {},
} as const
const timeParts = { hour: 'numeric', minute: 'numeric', second: 'numeric' }
const chosenParts =
  /^(?:weekday|year|month|day|dayPeriod|hour|minute|second|fractionalSecondDigits|dateStyle|timeStyle)$/

/** Installs `Intl` and the methods that use it. */
export function installIntl(): void {
  // They can be called without `new`, as older scripts do.
  const callable = Object.entries(classes).map(([name, Class]) => [
    name,
    new Proxy(Class, { apply: (target, _this, given) => Reflect.construct(target, given) }),
  ])
  Object.assign(globalThis, { Intl: Object.fromEntries(callable) })
  const number = (value: unknown, locales: unknown, options: unknown) =>
    new NumberFormat(locales, options).format(value)
  define(Number.prototype, 'toLocaleString', number)
  define(BigInt.prototype, 'toLocaleString', number)
  for (const [name, parts] of Object.entries(dateParts))
    define(Date.prototype, name, (value, locales, options) => {
      if (Number.isNaN(Number(value))) return 'Invalid Date'
      const isChosen = Object.keys(Object(options)).some(key => chosenParts.test(key))
      const own = isChosen ? {} : name === 'toLocaleDateString' ? parts : { ...parts, ...timeParts }
      return new DateTimeFormat(locales, { ...own, ...Object(options) }).format(value)
    })
}

function define(
  prototype: object,
  name: string,
  write: (value: unknown, locales: unknown, options: unknown) => unknown,
): void {
  const value = function (this: unknown, locales?: unknown, options?: unknown) {
    const own: unknown =
      typeof this === 'object' && this !== null && !(this instanceof Date) ? this.valueOf() : this
    return write(own, locales, options)
  }
  Object.defineProperty(prototype, name, { value, writable: true, configurable: true })
}
