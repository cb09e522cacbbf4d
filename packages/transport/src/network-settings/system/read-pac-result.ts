import type { ProxyServer } from '../../connection/network-path.ts'
import { TransportError } from '../../transport-error.ts'
import { readProxyUrl } from '../read-proxy-url.ts'

const schemes: Readonly<Record<string, string>> = {
  PROXY: 'http',
  HTTP: 'http',
  HTTPS: 'https',
  SOCKS: 'socks5',
  SOCKS5: 'socks5',
  SOCKS4: 'socks4',
}

/**
 * Parses the first entry that a PAC file returned, for example `PROXY proxy.test:3128; DIRECT`. Returns null
 * for `DIRECT` or an empty text. Later entries are no fallback: a proxy that is down is an error.
 */
export function readPacResult(answer: string): ProxyServer | null {
  const [first = ''] = answer
    .split(';')
    .map(one => one.trim())
    .filter(one => one !== '')
  const [, kind = '', address = ''] = /^(\w+)(?:\s+(\S+))?$/.exec(first) ?? []
  if (first === '' || kind.toUpperCase() === 'DIRECT') return null
  const scheme = schemes[kind.toUpperCase()]
  if (scheme === undefined || address === '')
    throw new TransportError('proxy', 'PROXY_ADDRESS_INVALID', first.slice(0, 200))
  return readProxyUrl(`${scheme}://${address}`)
}
