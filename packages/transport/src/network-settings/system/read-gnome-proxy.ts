import { noSystemProxy, type SystemSettings, serverOf } from './system-settings.ts'

/**
 * Parses the output of `gsettings list-recursively org.gnome.system.proxy`: one schema, key and value per
 * line.
 */
export function readGnomeProxy(output: string): SystemSettings {
  const values = new Map<string, string>()
  for (const line of output.split('\n')) {
    const [, schema = '', key = '', value = ''] =
      /^org\.gnome\.system\.proxy((?:\.\w+)?) ([\w-]+) (.*?)\r?$/.exec(line) ?? []
    if (key !== '') values.set(`${schema.slice(1)}/${key}`, value)
  }
  const text = (name: string) => unquoted(values.get(name) ?? '')
  const mode = text('/mode')
  if (mode === 'auto') {
    const pacUrl = text('/autoconfig-url')
    return { ...noSystemProxy, pacUrl, isDetected: pacUrl === '' }
  }
  if (mode !== 'manual') return noSystemProxy
  const hasUser = text('http/use-authentication') === 'true'
  const user = hasUser
    ? { username: text('http/authentication-user'), password: text('http/authentication-password') }
    : undefined
  const http = serverOf('http', text('http/host'), Number(text('http/port')), user)
  return {
    ...noSystemProxy,
    http,
    https:
      text('/use-same-proxy') === 'true' && text('https/host') === ''
        ? http
        : serverOf('http', text('https/host'), Number(text('https/port'))),
    socks: serverOf('socks5', text('socks/host'), Number(text('socks/port'))),
    bypass: listed(values.get('/ignore-hosts') ?? '').join(','),
  }
}

/** Parses a string in GVariant's text form; returns numbers and booleans unchanged. */
function unquoted(value: string): string {
  const [, quoted] = /^'((?:[^'\\]|\\.)*)'$/.exec(value) ?? /^"((?:[^"\\]|\\.)*)"$/.exec(value) ?? []
  return quoted === undefined ? value : quoted.replace(/\\(.)/g, '$1')
}

/** Parses an array of strings in GVariant's text form. */
function listed(value: string): readonly string[] {
  return [...value.matchAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g)].map(([one]) => unquoted(one))
}
