import { type DateFormatOptions, formatDate } from './date-format.ts'
import { formatNumber, type NumberFormatOptions } from './number-format.ts'

class NumberFormat {
  readonly #options: NumberFormatOptions

  constructor(_locale?: unknown, options: NumberFormatOptions = {}) {
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

  constructor(_locale?: unknown, options: DateFormatOptions = {}) {
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
  define(Number.prototype, 'toLocaleString', function (this: number, _locale, options) {
    return formatNumber(Number(this), options)
  })
  define(BigInt.prototype, 'toLocaleString', function (this: bigint, _locale, options) {
    return formatNumber(BigInt(this), options)
  })
  for (const [name, kind] of [
    ['toLocaleString', 'any'],
    ['toLocaleDateString', 'date'],
    ['toLocaleTimeString', 'time'],
  ] as const)
    define(Date.prototype, name, function (this: Date, _locale, options) {
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
