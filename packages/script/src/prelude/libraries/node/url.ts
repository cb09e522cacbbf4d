import { URL } from '../../web/url.ts'
import { URLSearchParams } from '../../web/url-search-params.ts'
import { queryString } from './querystring.ts'

/** The part of Node's `url` that needs no files. */
export const nodeUrl = {
  URL,
  URLSearchParams,
  parse: parseUrl,
  format: (url: unknown) => String(typeof url === 'object' && url !== null ? Reflect.get(url, 'href') : url),
  resolve: (from: unknown, to: unknown) => new URL(String(to), String(from)).href,
}

/** The older parser, for whole URLs. */
function parseUrl(text: unknown, parsesQuery = false): object {
  const { href, protocol, hostname, host, port, pathname, search, hash, username, password } = new URL(
    String(text),
  )
  const query = search.slice(1)
  return {
    href,
    protocol,
    slashes: true,
    auth: username === '' ? null : `${username}:${password}`,
    host,
    port: port === '' ? null : port,
    hostname,
    hash: hash === '' ? null : hash,
    search: search === '' ? null : search,
    query: parsesQuery ? queryString.parse(query) : query === '' ? null : query,
    pathname,
    path: pathname + search,
  }
}
