import { failed, ok, type Result } from '@parley/model'
import { linkRefused, notUnderstood, older, type UpdateFault } from './update-fault.ts'

/** A version, and the page that has it. */
export interface NewestVersion {
  readonly version: string
  /** Begins with `https://`. */
  readonly link: string
}

/**
 * Reads `{"version": "1.2.3", "link": "https://…"}`, which comes from outside: nothing else of it is used.
 * @param current - the version that is running
 * @returns null if that is the newest one
 */
export function readUpdateAnswer(
  bytes: Uint8Array,
  current: string,
): Result<NewestVersion | null, UpdateFault> {
  const answer = jsonOf(bytes)
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer))
    return failed(
      notUnderstood(answer === undefined ? 'text that is not JSON' : 'JSON that is not an object'),
    )
  const version = ownText(answer, 'version')
  if (version === null || !/^\d{1,9}(?:\.\d{1,9}){2}$/.test(version))
    return failed(notUnderstood('no version such as 1.2.3'))
  const order = compareVersions(version, current)
  if (order < 0) return failed(older(version, current))
  if (order === 0) return ok(null)
  const link = linkOf(ownText(answer, 'link'))
  return link === null ? failed(linkRefused) : ok({ version, link })
}

/** Returns undefined for what is not JSON in UTF-8. */
function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

function ownText(answer: object, name: string): string | null {
  const value: unknown = Object.hasOwn(answer, name) ? Reflect.get(answer, name) : null
  return typeof value === 'string' ? value : null
}

/** Returns a link as the browser would open it; null for one that nothing may open. */
function linkOf(text: string | null): string | null {
  if (text === null || text.length > 2000 || !/^https:\/\/[^\s/?#\\]/i.test(text)) return null
  if (/[\p{Cc}\p{Cf}\s"<>`\\]/u.test(text)) return null
  const link = URL.parse(text)
  return link === null || link.username !== '' || link.password !== '' ? null : link.href
}

/** Returns a number below, at or above 0, as versions sort. */
function compareVersions(first: string, second: string): number {
  const others = second.split('.').map(Number)
  const differences = first.split('.').map((part, at) => Number(part) - (others[at] ?? 0))
  return differences.find(difference => difference !== 0) ?? 0
}
