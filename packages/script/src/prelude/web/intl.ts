import { addNote } from '../core/add-note.ts'
import { type DateFormatOptions, formatDate } from './date-format.ts'
import { formatNumber, type NumberFormatOptions } from './number-format.ts'

/** Adds a note if a script asks for another locale than the one that there is. */
function noteOtherLocale(member: string, locale: unknown): void {
  const [first]: unknown[] = Array.isArray(locale) ? locale : [locale]
  if (first === undefined || /^en(-US)?$/i.test(String(first))) return
  addNote(member, `writes as in en-US, not as in ${String(first).slice(0, 35)}`)
}

class NumberFormat {
  readonly #options: NumberFormatOptions

  constructor(locale?: unknown, options: NumberFormatOptions = {}) {
    noteOtherLocale('Intl.NumberFormat', locale)
    this.#options = options
  }

  format(value: number | bigint): string {
    return formatNumber(value, this.#options)
  }

  resolvedOptions(): object {
    return { locale: 'en-US', numberingSystem: 'latn', ...this.#options }
  }
}

class DateTimeFormat {
  readonly #options: DateFormatOptions

  constructor(locale?: unknown, options: DateFormatOptions = {}) {
    noteOtherLocale('Intl.DateTimeFormat', locale)
    this.#options = options
  }

  format(date: Date | number = Date.now()): string {
    return formatDate(new Date(date), this.#options)
  }

  resolvedOptions(): object {
    return {
      locale: 'en-US',
      calendar: 'gregory',
      numberingSystem: 'latn',
      timeZone: 'UTC',
      ...this.#options,
    }
  }
}

class PluralRules {
  select(value: number): 'one' | 'other' {
    return value === 1 ? 'one' : 'other'
  }
}

class Collator {
  compare(a: unknown, b: unknown): number {
    return String(a).localeCompare(String(b))
  }
}

/** Installs `Intl` for en-US, which is also used for other locales. */
export function installIntl(): void {
  Object.assign(globalThis, { Intl: { NumberFormat, DateTimeFormat, PluralRules, Collator } })
  define(Number.prototype, 'toLocaleString', function (this: number, locale, options) {
    noteOtherLocale('toLocaleString', locale)
    return formatNumber(Number(this), options)
  })
  define(BigInt.prototype, 'toLocaleString', function (this: bigint, locale, options) {
    noteOtherLocale('toLocaleString', locale)
    return formatNumber(BigInt(this), options)
  })
  for (const [name, kind] of [
    ['toLocaleString', 'any'],
    ['toLocaleDateString', 'date'],
    ['toLocaleTimeString', 'time'],
  ] as const)
    define(Date.prototype, name, function (this: Date, locale, options) {
      noteOtherLocale(name, locale)
      return formatDate(this, options, kind)
    })
}

function define<This>(
  prototype: object,
  name: string,
  value: (this: This, locale?: unknown, options?: object) => string,
): void {
  Object.defineProperty(prototype, name, { value, writable: true, configurable: true })
}
