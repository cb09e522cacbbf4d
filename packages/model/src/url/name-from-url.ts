/** Returns the name for a new request from its URL (spec 2.1): the path without variables and query. */
export function nameFromUrl(url: string): string {
  const [path = ''] = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/)
  const plain = path.replace(/^\{\{[^{}]*\}\}/, '').replace(/\/+$/, '')
  if (plain !== '') return plain
  const host = /^(?:[a-z][a-z0-9+.-]*:\/\/)?([^/?#]+)/i.exec(url)?.[1]
  return host === undefined || host.startsWith('{{') ? 'New request' : host
}
