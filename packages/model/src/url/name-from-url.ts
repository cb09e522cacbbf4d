import { trimEndOf } from '../text/trim-text.ts'

/** What a request without a name and URL is called. */
export const untitledRequest = 'Untitled request'

/**
 * Returns a name for a request without one: the path of its URL, or its host where there is no path. Names go to places
 * where a password of the URL must not be.
 */
export function nameFromUrl(url: string): string {
  const [beforeQuery = ''] = url.trim().split(/[?#]/, 1)
  const { host = '', path = '' } = parts.exec(beforeQuery)?.groups ?? {}
  const plain = trimEndOf(path, '/')
  if (plain !== '') return plain
  return host === '' || host.startsWith('{{') ? untitledRequest : host
}

const parts = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/@]*@)?(?<host>\{\{[^{}]*\}\}|[^/]*)(?<path>.*)$/is
