import type { Placeholders } from './placeholders.ts'

/** A URL whose scheme, host or port is a placeholder, prepared so that the engine can parse the rest. */
export interface OpenOrigin {
  /** The URL with a host name that never exists (RFC 2606). */
  readonly url: string
  /** Returns a URL that the engine created from {@link url}, with the origin as typed. */
  restore(targetUri: string): string
}

const placeholderHost = 'placeholder.invalid'

/**
 * Returns the parts of a rendered URL whose origin depends on variables; null if the URL names its origin. A
 * URL that begins with a placeholder gets no scheme, because the value may contain one.
 */
export function openOrigin(rendered: string, placeholders: Placeholders): OpenOrigin | null {
  const [, typedScheme = '', typedAuthority = '', rest = ''] =
    /^((?:[^/?#:]*:)?\/\/)?([^/?#]*)(.*)$/s.exec(rendered.trimStart()) ?? []
  const authority = typedAuthority.trimEnd()
  const hostStart = authority.lastIndexOf('@') + 1
  const host = authority.slice(hostStart)
  if (!placeholders.areIn(typedScheme) && !placeholders.areIn(host)) return null
  const isSchemeOpen = placeholders.areIn(typedScheme)
  const scheme = isSchemeOpen || typedScheme === '' || typedScheme === '//' ? 'http://' : typedScheme
  const hasNoScheme = typedScheme === '' && placeholders.isAtStartOf(host)
  const origin = `${hasNoScheme ? '' : isSchemeOpen ? typedScheme : scheme}${host}`
  return {
    url: scheme + authority.slice(0, hostStart) + placeholderHost + rest,
    restore(targetUri) {
      const after = targetUri.slice(`${scheme}${placeholderHost}`.length)
      // The engine writes the slash of an empty path, but the placeholder's value may end in a path.
      return origin + (rest.startsWith('/') ? after : after.replace(/^\//, ''))
    },
  }
}
