import { defaultSendSettings, type EffectiveSettings } from '@parley/engine'
import { type HttpVersionChoice, inheritedRequestSettings, type RequestSettings } from '@parley/model'
import { milliseconds, type NumberOption, readNumber } from '../options/read-number.ts'

/** The options of `parley send` that decide how a request is sent. */
export interface SettingOptions {
  readonly http?: string
  readonly timeout?: string
  readonly connectTimeout?: string
  /** False with `--no-follow`. */
  readonly follow?: boolean
  readonly maxRedirects?: string
  readonly scriptLibraries?: boolean
}

/** The settings of one send: those of the request, and the defaults for the rest. */
export interface SendSettings {
  readonly request: RequestSettings
  readonly defaults: EffectiveSettings
}

/** Reads the typed settings. Returns a sentence if they are invalid. */
export function readSendSettings(options: SettingOptions): SendSettings | string {
  const httpVersion = options.http === undefined ? 'inherit' : httpVersions.get(options.http)
  if (httpVersion === undefined) return `--http must be auto, 1.1 or 2, not “${options.http}”.`
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
    defaults: {
      ...defaultSendSettings,
      ...(connectTimeoutMs === null ? {} : { connectTimeoutMs }),
      scriptsRequireLibraries: options.scriptLibraries === true,
    },
  }
}

/** Returns the typed settings as defaults, for requests with their own settings. */
export function asDefaultSettings({ request, defaults }: SendSettings): EffectiveSettings {
  const { timeoutMs, followRedirects, maxRedirects, httpVersion } = request
  return {
    ...defaults,
    ...(timeoutMs === 'inherit' ? {} : { timeoutMs }),
    ...(followRedirects === 'inherit' ? {} : { followRedirects }),
    ...(maxRedirects === 'inherit' ? {} : { maxRedirects }),
    ...(httpVersion === 'inherit' ? {} : { httpVersion }),
  }
}

const httpVersions: ReadonlyMap<string, HttpVersionChoice> = new Map([
  ['auto', 'auto'],
  ['1.1', '1.1'],
  ['2', '2'],
])

const redirects: NumberOption = { name: '--max-redirects', unit: '', maximum: 1000 }
