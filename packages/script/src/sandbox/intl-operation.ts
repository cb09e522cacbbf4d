import { RefusedCall } from './run-ledger.ts'

/** The methods that scripts may call, by class of `Intl`. */
const methods: Readonly<Record<string, readonly string[]>> = {
  Collator: ['compare', 'resolvedOptions'],
  DateTimeFormat: ['format', 'formatRange', 'formatToParts', 'resolvedOptions'],
  DisplayNames: ['of', 'resolvedOptions'],
  ListFormat: ['format', 'formatToParts', 'resolvedOptions'],
  NumberFormat: ['format', 'formatRange', 'formatToParts', 'resolvedOptions'],
  PluralRules: ['select', 'selectRange', 'resolvedOptions'],
  RelativeTimeFormat: ['format', 'formatToParts', 'resolvedOptions'],
  Segmenter: ['segment', 'resolvedOptions'],
}

/** A call of `Intl`, as JSON: only plain data comes from a script, and only plain data returns to it. */
interface IntlCall {
  readonly className: string
  readonly method: string
  /** The locales and the options. */
  readonly settings: readonly [unknown, unknown]
  readonly given: readonly unknown[]
}

/** Formatters that a script used, as many scripts use one for each item of a list. */
const formatters = new Map<string, object>()
const maxFormatters = 20
const maxCallCharacters = 100 * 1024

/**
 * Calls `Intl` for a script, whose engine has none.
 * @returns the result as JSON
 * @throws RefusedCall with what `Intl` says of wrong locales and options
 */
export function intlOperation(json: string): string {
  if (json.length > maxCallCharacters) throw new RefusedCall('A call of Intl can have at most 100 KB')
  const { className, method, settings, given } = readCall(json)
  if (!Object.hasOwn(methods, className) || methods[className]?.includes(method) !== true)
    throw new RefusedCall('There is no such call')
  try {
    const formatter = formatterOf(className, settings)
    const run: unknown = Reflect.get(formatter, method)
    if (typeof run !== 'function') throw new RefusedCall('There is no such call')
    const result: unknown = run.apply(formatter, given.map(numberOf))
    return JSON.stringify(method === 'segment' ? segmentsOf(result) : (result ?? null))
  } catch (error) {
    if (error instanceof RefusedCall || !(error instanceof Error)) throw error
    throw new RefusedCall(error.message)
  }
}

function readCall(json: string): IntlCall {
  const [className, method, locales, options, given]: unknown[] = [JSON.parse(json)].flat()
  if (typeof className !== 'string' || typeof method !== 'string' || !Array.isArray(given))
    throw new RefusedCall('There is no such call')
  return { className, method, settings: [locales ?? undefined, options ?? undefined], given }
}

function formatterOf(className: string, settings: IntlCall['settings']): object {
  const key = JSON.stringify([className, settings])
  const known = formatters.get(key)
  if (known !== undefined) return known
  const made: unknown = Reflect.construct(Reflect.get(Intl, className), settings)
  if (typeof made !== 'object' || made === null) throw new RefusedCall('There is no such call')
  if (formatters.size >= maxFormatters) formatters.clear()
  formatters.set(key, made)
  return made
}

/** Returns a number that JSON cannot have, which the script wrote as `{ number: 'NaN' }` or `{ integer: '1' }`. */
function numberOf(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given
  const integer: unknown = Reflect.get(given, 'integer')
  return typeof integer === 'string' ? BigInt(integer) : Number(Reflect.get(given, 'number'))
}

function segmentsOf(result: unknown): readonly unknown[] {
  return [...(result as Intl.Segments)].map(({ segment, index, isWordLike }) => ({
    segment,
    index,
    isWordLike,
  }))
}
