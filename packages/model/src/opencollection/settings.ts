import {
  type HttpVersionChoice,
  type Inheritable,
  inheritedRequestSettings,
  type RequestSettings,
} from '../request/request-settings.ts'
import type { ObjectReader } from './object-reader.ts'
import { type OpenCollectionObject, objectOf, unlessEmpty } from './value.ts'

const httpVersions: readonly Inheritable<HttpVersionChoice>[] = ['inherit', 'auto', '1.1', '2']

/**
 * Reads `HttpRequestSettings` or `GraphQLRequestSettings`, which have the same shape. The HTTP version is in
 * the extension.
 */
export function readRequestSettings(settings: ObjectReader, parley: ObjectReader): RequestSettings {
  return {
    encodeUrl: readInheritableFlag(settings, 'encodeUrl'),
    timeoutMs: readInheritableNumber(settings, 'timeout'),
    followRedirects: readInheritableFlag(settings, 'followRedirects'),
    forwardAuthorization: readInheritableFlag(settings, 'forwardAuthorizationHeader'),
    maxRedirects: readInheritableNumber(settings, 'maxRedirects'),
    httpVersion: parley.choice('httpVersion', httpVersions, inheritedRequestSettings.httpVersion),
  }
}

/**
 * Returns undefined if everything is inherited; otherwise writes all settings, including an explicit
 * `inherit`.
 */
export function writeRequestSettings(settings: RequestSettings): OpenCollectionObject | undefined {
  return unlessAllInherited({
    encodeUrl: settings.encodeUrl,
    timeout: settings.timeoutMs,
    followRedirects: settings.followRedirects,
    forwardAuthorizationHeader: settings.forwardAuthorization,
    maxRedirects: settings.maxRedirects,
  })
}

/** Returns the settings that the schema has no key for. */
export function writeRequestSettingsExtension(settings: RequestSettings): OpenCollectionObject | undefined {
  return settings.httpVersion === 'inherit' ? undefined : objectOf({ httpVersion: settings.httpVersion })
}

/** The settings of a WebSocket that the schema has; the others are in the extension. */
export interface WebSocketFileSettings {
  readonly timeoutMs: Inheritable<number>
  readonly keepAliveIntervalMs: Inheritable<number>
}

export function readWebSocketSettings(settings: ObjectReader): WebSocketFileSettings {
  return {
    timeoutMs: readInheritableNumber(settings, 'timeout'),
    keepAliveIntervalMs: readInheritableNumber(settings, 'keepAliveInterval'),
  }
}

export function writeWebSocketSettings(settings: WebSocketFileSettings): OpenCollectionObject | undefined {
  return unlessAllInherited({
    timeout: settings.timeoutMs,
    keepAliveInterval: settings.keepAliveIntervalMs,
  })
}

/** Reads the settings for sending that the schema has no place for in a WebSocket. */
export function readSettingsOfHandshake(parley: ObjectReader): Omit<RequestSettings, 'timeoutMs'> {
  const { timeoutMs: _, ...settings } = readRequestSettings(parley, parley)
  return settings
}

/** Writes the settings for sending that differ from those that are inherited. */
export function writeSettingsOfHandshake(settings: RequestSettings): OpenCollectionObject | undefined {
  const own = (value: Inheritable<number | boolean | HttpVersionChoice>) =>
    value === 'inherit' ? undefined : value
  return unlessEmpty(
    objectOf({
      encodeUrl: own(settings.encodeUrl),
      followRedirects: own(settings.followRedirects),
      forwardAuthorizationHeader: own(settings.forwardAuthorization),
      maxRedirects: own(settings.maxRedirects),
      httpVersion: own(settings.httpVersion),
    }),
  )
}

function unlessAllInherited(
  settings: Readonly<Record<string, Inheritable<number | boolean>>>,
): OpenCollectionObject | undefined {
  return Object.values(settings).every(value => value === 'inherit') ? undefined : objectOf(settings)
}

function readInheritableFlag(reader: ObjectReader, key: string): Inheritable<boolean> {
  return isInherited(reader, key) ? 'inherit' : reader.flag(key)
}

function readInheritableNumber(reader: ObjectReader, key: string): Inheritable<number> {
  return isInherited(reader, key) ? 'inherit' : (reader.optionalNumber(key) ?? 'inherit')
}

function isInherited(reader: ObjectReader, key: string): boolean {
  return !reader.has(key) || reader.value(key) === 'inherit'
}
