import { defaultSendSettings, type EffectiveSettings } from '@parley/engine'
import { type HttpVersionChoice, inheritedRequestSettings, type RequestSettings } from '@parley/model'

/** The options of `parley send` that decide how a request travels. */
export interface SettingOptions {
  readonly http?: string
  readonly timeout?: string
  readonly connectTimeout?: string
  /** False with `--no-follow`. */
  readonly follow?: boolean
  readonly maxRedirects?: string
}

/** Settings of one send: those of the request, and the defaults below them. */
export interface SendSettings {
  readonly request: RequestSettings
  readonly defaults: EffectiveSettings
}

/** The settings that were typed, or a sentence that says what is wrong with them. */
export function readSendSettings(options: SettingOptions): SendSettings | string {
  const httpVersion = options.http === undefined ? 'inherit' : httpVersions.get(options.http)
  if (httpVersion === undefined) return `--http takes auto, 1.1 or 2; “${options.http}” is none of them.`
  const timeoutMs = readNumber(options.timeout, milliseconds('--timeout'))
  if (typeof timeoutMs === 'string') return timeoutMs
  const connectTimeoutMs = readNumber(options.connectTimeout, milliseconds('--connect-timeout'))
  if (typeof connectTimeoutMs === 'string') return connectTimeoutMs
  const maxRedirects = readNumber(options.maxRedirects, redirects)
  if (typeof maxRedirects === 'string') return maxRedirects
  return {
    request: {
      ...inheritedRequestSettings,
      httpVersion,
      timeoutMs: timeoutMs ?? 'inherit',
      followRedirects: options.follow === false ? false : 'inherit',
      maxRedirects: maxRedirects ?? 'inherit',
    },
    defaults: connectTimeoutMs === null ? defaultSendSettings : { ...defaultSendSettings, connectTimeoutMs },
  }
}

const httpVersions: ReadonlyMap<string, HttpVersionChoice> = new Map([
  ['auto', 'auto'],
  ['1.1', '1.1'],
  ['2', '2'],
])

interface NumberOption {
  readonly name: string
  /** Of what, with a space before it; empty for a plain number. */
  readonly unit: string
  readonly maximum: number
}

/** 24 days and some: the longest that Node's timers wait. */
function milliseconds(name: string): NumberOption {
  return { name, unit: ' of milliseconds', maximum: 2 ** 31 - 1 }
}

const redirects: NumberOption = { name: '--max-redirects', unit: '', maximum: 1000 }

/** Null where the option was not given, a sentence where it is no such number. */
function readNumber(typed: string | undefined, { name, unit, maximum }: NumberOption) {
  if (typed === undefined) return null
  const number = /^\d{1,10}$/.test(typed) ? Number(typed) : Number.NaN
  if (number <= maximum) return number
  return `${name} takes a whole number${unit} from 0 to ${maximum}; “${typed}” is none.`
}
