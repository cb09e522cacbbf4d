import { noSystemProxy, type SystemSettings, serverOf } from './system-settings.ts'

/**
 * Parses the output of `reg query` for the key `Internet Settings`: one name, type and value per line.
 * Automatic detection is ignored, because it is on by default in Windows.
 */
export function readWindowsProxy(output: string): SystemSettings {
  const values = new Map<string, string>()
  for (const line of output.split('\n')) {
    const [, name = '', value = ''] = /^\s+(\w+)\s+REG_\w+(.*)$/s.exec(line) ?? []
    if (name !== '') values.set(name, value.trim())
  }
  const pacUrl = values.get('AutoConfigURL') ?? ''
  if (Number(values.get('ProxyEnable') ?? 0) === 0) return { ...noSystemProxy, pacUrl }
  const bypass = (values.get('ProxyOverride') ?? '').replaceAll(';', ',')
  const servers = (values.get('ProxyServer') ?? '').split(';').filter(one => one.trim() !== '')
  const named = new Map(
    servers.map(one => {
      const [, scheme = '', address = ''] = /^(?:(\w+)=)?(.*)$/s.exec(one.trim()) ?? []
      return [scheme.toLowerCase(), address] as const
    }),
  )
  // A server without a scheme is for every target.
  const address = (scheme: string) => named.get(scheme) ?? named.get('') ?? ''
  return {
    ...noSystemProxy,
    pacUrl,
    http: windowsServer('http', address('http')),
    https: windowsServer('http', address('https')),
    socks: windowsServer('socks5', named.get('socks') ?? ''),
    bypass,
  }
}

function windowsServer(type: 'http' | 'socks5', address: string) {
  const [, host = '', port = ''] = /^(?:\w+:\/\/)?(\[[^\]]+\]|[^:/]+)(?::(\d+))?\/?$/.exec(address) ?? []
  return serverOf(type, host, Number(port || (type === 'http' ? 80 : 1080)))
}
