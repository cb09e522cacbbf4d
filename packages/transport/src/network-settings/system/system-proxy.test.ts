import { describe, expect, test } from 'vitest'
import type { ProxyServer } from '../../connection/network-path.ts'
import { readGnomeProxy } from './read-gnome-proxy.ts'
import { readMacosProxy } from './read-macos-proxy.ts'
import { readPacResult } from './read-pac-result.ts'
import { readSystemSettings } from './read-system-settings.ts'
import { readWindowsProxy } from './read-windows-proxy.ts'
import { createSystemProxy, type SystemProxyPorts } from './system-proxy.ts'
import { noSystemProxy, systemServerFor } from './system-settings.ts'

const server = (type: ProxyServer['type'], host: string, port: number) => ({
  type,
  host,
  port,
  username: '',
  password: '',
})

const target = (host: string, scheme: 'http' | 'https' = 'https') => ({
  scheme,
  host,
  port: 443,
  pathAndQuery: '/',
  targetUri: `${scheme}://${host}/`,
  address: `${host}:443`,
})

const gnome = (...lines: readonly string[]) => lines.map(line => `org.gnome.system.proxy${line}\n`).join('')

describe('GNOME', () => {
  test('manual, with a user and hosts to ignore', () => {
    const output = gnome(
      " mode 'manual'",
      ' use-same-proxy true',
      " ignore-hosts ['localhost', '127.0.0.0/8', '::1', '*.it\\'s.test']",
      " autoconfig-url ''",
      ".http host 'proxy.test'",
      '.http port 3128',
      '.http use-authentication true',
      ".http authentication-user 'ann'",
      ".http authentication-password 'p\\\\w'",
      ".https host ''",
      '.https port 0',
      ".socks host 's.test'",
      '.socks port 1080',
    )
    const http = { ...server('http', 'proxy.test', 3128), username: 'ann', password: 'p\\w' }
    expect(readGnomeProxy(output)).toEqual({
      ...noSystemProxy,
      http,
      https: http,
      socks: server('socks5', 's.test', 1080),
      bypass: "localhost,127.0.0.0/8,::1,*.it's.test",
    })
  })

  test('automatic without a PAC file requires detection', () => {
    const auto = gnome(" mode 'auto'", " autoconfig-url ''")
    expect(readGnomeProxy(auto)).toEqual({ ...noSystemProxy, isDetected: true })
  })

  test('automatic, none, and invalid output', () => {
    const auto = gnome(" mode 'auto'", " autoconfig-url 'http://pac.test/p.pac'", ".http host 'left.test'")
    expect(readGnomeProxy(auto)).toEqual({ ...noSystemProxy, pacUrl: 'http://pac.test/p.pac' })
    expect(readGnomeProxy(gnome(" mode 'none'", ".http host 'x'", '.http port 1'))).toEqual(noSystemProxy)
    expect(readGnomeProxy('No schemas installed')).toEqual(noSystemProxy)
  })
})

test('macOS', () => {
  const output = `<dictionary> {
  ExceptionsList : <array> {
    0 : *.local
    1 : 169.254/16
  }
  ExcludeSimpleHostnames : 1
  FTPPassive : 1
  HTTPEnable : 1
  HTTPPort : 8080
  HTTPProxy : proxy.test
  HTTPSEnable : 0
  HTTPSPort : 8443
  HTTPSProxy : off.test
  ProxyAutoConfigEnable : 1
  ProxyAutoConfigURLString : http://pac.test/p.pac
  SOCKSEnable : 1
  SOCKSPort : 1080
  SOCKSProxy : s.test
}
`
  expect(readMacosProxy(output)).toEqual({
    pacUrl: 'http://pac.test/p.pac',
    http: server('http', 'proxy.test', 8080),
    https: null,
    socks: server('socks5', 's.test', 1080),
    bypass: '*.local,169.254/16,<local>',
    isDetected: false,
  })
  expect(readMacosProxy('<dictionary> {\n  ProxyAutoDiscoveryEnable : 1\n}\n').isDetected).toBe(true)
  expect(readMacosProxy('<dictionary> {\n}\n')).toEqual(noSystemProxy)
})

describe('Windows', () => {
  const registry = (...lines: readonly string[]) =>
    `\r\nHKEY_CURRENT_USER\\Software\\…\\Internet Settings\r\n${lines.map(line => `    ${line}\r\n`).join('')}`

  test('one proxy for all targets', () => {
    const output = registry(
      'ProxyEnable    REG_DWORD    0x1',
      'ProxyServer    REG_SZ    proxy.test:8080',
      'ProxyOverride    REG_SZ    *.corp.test;<local>',
    )
    expect(readWindowsProxy(output)).toEqual({
      ...noSystemProxy,
      http: server('http', 'proxy.test', 8080),
      https: server('http', 'proxy.test', 8080),
      socks: null,
      bypass: '*.corp.test,<local>',
    })
  })

  test('one proxy per scheme, and a PAC file', () => {
    const output = registry(
      'AutoConfigURL    REG_SZ    http://pac.test/p.pac',
      'ProxyEnable    REG_DWORD    0x1',
      'ProxyServer    REG_SZ    http=h.test:1;https=http://s.test:2;socks=k.test',
    )
    expect(readWindowsProxy(output)).toEqual({
      ...noSystemProxy,
      pacUrl: 'http://pac.test/p.pac',
      http: server('http', 'h.test', 1),
      https: server('http', 's.test', 2),
      socks: server('socks5', 'k.test', 1080),
      bypass: '',
    })
  })

  test('a proxy that is switched off is ignored', () => {
    const output = registry('ProxyEnable    REG_DWORD    0x0', 'ProxyServer    REG_SZ    proxy.test:8080')
    expect(readWindowsProxy(output)).toEqual(noSystemProxy)
    expect(readWindowsProxy('')).toEqual(noSystemProxy)
  })
})

test('the proxy for a target: by its scheme, otherwise SOCKS, and none for ignored hosts', () => {
  const settings = {
    ...noSystemProxy,
    http: server('http', 'h.test', 1),
    socks: server('socks5', 's.test', 2),
    bypass: '*.local',
  }
  expect(systemServerFor(settings, target('a.test', 'http'))?.host).toBe('h.test')
  expect(systemServerFor(settings, target('a.test'))?.host).toBe('s.test')
  expect(systemServerFor(settings, target('a.local'))).toBe(null)
})

test.each([
  ['DIRECT', null],
  ['', null],
  ['PROXY p.test:3128; DIRECT', server('http', 'p.test', 3128)],
  [' https p.test:1 ', server('https', 'p.test', 1)],
  ['SOCKS5 [::1]:1080', server('socks5', '::1', 1080)],
  ['SOCKS4 p.test:1', server('socks4', 'p.test', 1)],
] as const)('a PAC file answers %j', (answer, expected) => {
  expect(readPacResult(answer)).toEqual(expected)
})

test.each(['SOCKS6 p.test:1', 'PROXY', 'PROXY a b', 'nonsense!'])('a PAC file must not return %j', answer => {
  expect(() => readPacResult(answer)).toThrow('PROXY_ADDRESS_INVALID')
})

describe('createSystemProxy', () => {
  const manual = gnome(" mode 'manual'", ".https host 'proxy.test'", '.https port 3128')
  const automatic = gnome(" mode 'auto'", " autoconfig-url 'http://pac.test/p.pac'")
  let runs = 0
  let time = 0

  const choose = (output: string | null, patch: Partial<SystemProxyPorts> = {}) => {
    runs = 0
    time = 0
    return createSystemProxy({
      environment: {},
      askPac: async () => 'PROXY by-pac.test:1',
      platform: 'linux',
      async runProgram() {
        runs += 1
        return output
      },
      now: () => time,
      ...patch,
    })
  }

  test('the environment takes precedence', async () => {
    const systemProxy = choose(manual, { environment: { https_proxy: 'env.test:1', no_proxy: 'b.test' } })
    expect((await systemProxy(target('a.test')))?.host).toBe('env.test')
    expect(await systemProxy(target('b.test'))).toBe(null)
    expect(runs).toBe(0)
  })

  test('the system is asked only once within a few seconds', async () => {
    const systemProxy = choose(manual)
    expect((await systemProxy(target('a.test')))?.host).toBe('proxy.test')
    expect(await systemProxy(target('a.test', 'http'))).toBe(null)
    expect(runs).toBe(1)
    time = 5_000
    await systemProxy(target('a.test'))
    expect(runs).toBe(2)
  })

  test('a PAC file decides if there is one, and its failure is an error', async () => {
    expect((await choose(automatic)(target('a.test')))?.host).toBe('by-pac.test')
    const broken = choose(automatic, {
      async askPac() {
        throw new Error('timed out')
      },
    })
    await expect(broken(target('a.test'))).rejects.toMatchObject({
      code: 'PAC_FAILED',
      subject: 'http://pac.test/p.pac (timed out)',
    })
  })

  test('no failure contains the user or password of its URL', async () => {
    const url = 'http://ann:secret@pac.test/p.pac'
    const named = choose(gnome(" mode 'auto'", ` autoconfig-url '${url}'`), {
      async askPac() {
        throw new Error(`no credentials in ${url}`)
      },
    })
    await expect(named(target('a.test'))).rejects.toMatchObject({
      subject: 'http://pac.test/p.pac (no credentials in http://pac.test/p.pac)',
    })
  })

  test('a proxy to be detected is an error if nothing else is named for the target (ADR 23)', async () => {
    const detected = choose(gnome(" mode 'auto'", " autoconfig-url ''"))
    await expect(detected(target('a.test'))).rejects.toMatchObject({ code: 'PROXY_NOT_DETECTED' })
    const settings = {
      ...noSystemProxy,
      isDetected: true,
      bypass: '*.local',
      http: server('http', 'h.test', 1),
    }
    expect(systemServerFor(settings, target('a.local'))).toBe(null)
    expect(systemServerFor(settings, target('a.test', 'http'))?.host).toBe('h.test')
    expect(() => systemServerFor(settings, target('a.test'))).toThrow('PROXY_NOT_DETECTED')
  })

  test('a system without settings has no proxy', async () => {
    expect(await choose(null)(target('a.test'))).toBe(null)
  })
})

test('each system is asked by its own program', async () => {
  const asked: string[] = []
  for (const platform of ['linux', 'darwin', 'win32'] as const)
    await readSystemSettings(platform, async (program, options) => {
      asked.push([program, ...options].join(' '))
      return null
    })
  expect(asked).toEqual([
    'gsettings list-recursively org.gnome.system.proxy',
    'scutil --proxy',
    'reg query HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Internet Settings',
  ])
})
