import type { Placeholders } from './placeholders.ts'

/** A URL whose scheme, host or port is a placeholder, split so that the engine can read the rest of it. */
export interface OpenOrigin {
  /** The URL with a host that no name of the network has (RFC 2606). */
  readonly url: string
  /** Returns a URL that the engine made of {@link url}, with the origin as it was typed. */
  restore(targetUri: string): string
}

const standIn = 'placeholder.invalid'

/**
 * Returns the parts of a rendered URL whose origin only its variables know; null where the URL names its origin. A URL
 * that begins with a placeholder gets no scheme: the value may have one.
 */
export function openOrigin(rendered: string, placeholders: Placeholders): OpenOrigin | null {
  const [, typedScheme = '', authority = '', rest = ''] =
    /^((?:[^/?#:]*:)?\/\/)?([^/?#]*)(.*)$/s.exec(rendered.trim()) ?? []
  const hostStart = authority.lastIndexOf('@') + 1
  const host = authority.slice(hostStart)
  if (!placeholders.areIn(typedScheme) && !placeholders.areIn(host)) return null
  const isSchemeOpen = placeholders.areIn(typedScheme)
  const scheme = isSchemeOpen || typedScheme === '' || typedScheme === '//' ? 'http://' : typedScheme
  const hasNoScheme = typedScheme === '' && placeholders.isAtStartOf(host)
  const origin = `${hasNoScheme ? '' : isSchemeOpen ? typedScheme : scheme}${host}`
  return {
    url: scheme + authority.slice(0, hostStart) + standIn + rest,
    restore(targetUri) {
      const after = targetUri.slice(`${scheme}${standIn}`.length)
      // The engine writes the slash of an empty path, but the value of the placeholder may end in a path of its own.
      return origin + (rest.startsWith('/') ? after : after.replace(/^\//, ''))
    },
  }
}
