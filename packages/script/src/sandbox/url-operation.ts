import { type UrlPart, urlParts } from '../shared/url-parts.ts'

/** Reads a URL for a script, whose engine has no parser of URLs; returns its parts as JSON, and '' for what is no URL. */
export function readUrl(url: string, base: string | null): string {
  const read = URL.parse(url, base ?? undefined)
  return read === null ? '' : partsAsJson(read)
}

/** Sets one part of a URL, as its setter does: a value that cannot be set changes nothing. */
export function changeUrl(url: string, part: Exclude<UrlPart, 'href'>, value: string): string {
  const changed = URL.parse(url)
  if (changed === null) return ''
  changed[part] = value
  return partsAsJson(changed)
}

function partsAsJson(url: URL): string {
  return JSON.stringify(Object.fromEntries(['origin' as const, ...urlParts].map(part => [part, url[part]])))
}
