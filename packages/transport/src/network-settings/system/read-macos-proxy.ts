import { type SystemSettings, serverOf } from './system-settings.ts'

/**
 * Parses the output of `scutil --proxy`: a dictionary with one key and value per line; list entries are
 * numbered.
 */
export function readMacosProxy(output: string): SystemSettings {
  const values = new Map<string, string>()
  const exceptions: string[] = []
  for (const line of output.split('\n')) {
    const [, key = '', value = ''] = /^\s*(\w+) : (.*?)\s*$/.exec(line) ?? []
    if (/^\d+$/.test(key)) exceptions.push(value)
    else if (key !== '') values.set(key, value)
  }
  const isOn = (name: string) => values.get(`${name}Enable`) === '1'
  const server = (name: string, type: 'http' | 'socks5') =>
    isOn(name) ? serverOf(type, values.get(`${name}Proxy`) ?? '', Number(values.get(`${name}Port`))) : null
  return {
    pacUrl: isOn('ProxyAutoConfig') ? (values.get('ProxyAutoConfigURLString') ?? '') : '',
    http: server('HTTP', 'http'),
    https: server('HTTPS', 'http'),
    socks: server('SOCKS', 'socks5'),
    bypass: [...exceptions, ...(values.get('ExcludeSimpleHostnames') === '1' ? ['<local>'] : [])].join(','),
    isDetected: isOn('ProxyAutoDiscovery'),
  }
}
