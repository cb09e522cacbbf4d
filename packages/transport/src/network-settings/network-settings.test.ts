import { type CertificateSettings, defaultAppSettings, type ProxySettings } from '@parley/model'
import { describe, expect, test } from 'vitest'
import type { ProxyServer } from '../connection/network-path.ts'
import { isBypassed } from './is-bypassed.ts'
import { pathOfSettings, type SystemProxy } from './path-of-settings.ts'
import { proxyOfEnvironment } from './proxy-of-environment.ts'
import { readProxyUrl } from './read-proxy-url.ts'

const target = (host: string, port = 443, scheme: 'http' | 'https' = 'https') => ({
  scheme,
  host,
  port,
  pathAndQuery: '/',
  targetUri: `${scheme}://${host}:${port}/`,
  address: `${host}:${port}`,
})

describe('isBypassed', () => {
  test.each([
    ['localhost,127.0.0.1', 'localhost', 80, true],
    ['localhost,127.0.0.1', '127.0.0.1', 3000, true],
    ['localhost,127.0.0.1', 'LOCALHOST.', 80, true],
    ['localhost,127.0.0.1', '127.0.0.2', 80, false],
    ['localhost', 'localhost.evil.test', 80, false],
    ['localhost', 'api.localhost', 80, true],
    ['localhost,127.0.0.1', 'A.B.LocalHost.', 80, true],
    ['localhost:8080', 'api.localhost', 8080, true],
    ['localhost:8080', 'api.localhost', 80, false],
    ['<local>', 'api.localhost', 80, true],
    ['127.0.0.1', 'api.localhost', 80, false],
    ['localhost', 'notlocalhost', 80, false],
    ['example.com', 'api.example.com', 80, false],
    ['.example.com', 'api.example.com', 80, true],
    ['.example.com', 'example.com', 80, true],
    ['.example.com', 'badexample.com', 80, false],
    ['*.example.com', 'api.example.com', 80, true],
    ['*.example.com', 'example.com', 80, false],
    ['api.*.test', 'api.eu.test', 80, true],
    ['example.com:8080', 'example.com', 8080, true],
    ['example.com:8080', 'example.com', 80, false],
    ['[::1]', '::1', 80, true],
    ['[::1]:8080', '::1', 80, false],
    ['::1', '::1', 80, true],
    ['10.0.0.0/8', '10.20.30.40', 80, true],
    ['10.0.0.0/8', '11.20.30.40', 80, false],
    ['10.0.0.0/99', '10.20.30.40', 80, false],
    ['fd00::/8', 'fd12::1', 80, true],
    ['*', 'any.test', 80, true],
    ['<local>', 'intranet', 80, true],
    ['<local>', 'intranet.test', 80, false],
    ['<local>', '127.0.0.1', 80, true],
    ['<local>', '::1', 80, true],
    ['<local>', '10.0.0.1', 80, false],
    ['', 'localhost', 80, false],
    [' a.test ;b.test c.test', 'c.test', 80, true],
    ['a+b(c', 'a+b(c', 80, true],
  ])('%j holds %s:%i: %s', (bypass, host, port, expected) => {
    expect(isBypassed(bypass, { host, port })).toBe(expected)
  })
})

describe('readProxyUrl', () => {
  test.each([
    ['proxy.test:3128', { type: 'http', host: 'proxy.test', port: 3128, username: '', password: '' }],
    ['http://proxy.test', { type: 'http', host: 'proxy.test', port: 80 }],
    ['https://proxy.test/', { type: 'https', host: 'proxy.test', port: 443 }],
    ['socks5h://[::1]:9050', { type: 'socks5', host: '::1', port: 9050 }],
    ['socks4://proxy.test', { type: 'socks4', host: 'proxy.test', port: 1080 }],
    ['socks4a://proxy.test:1', { type: 'socks4', port: 1 }],
    ['http://ann:p%40s:x@proxy.test:8080', { username: 'ann', password: 'p@s:x', port: 8080 }],
    ['http://ann:100%@proxy.test', { password: '100%' }],
  ])('%s', (text, expected) => {
    expect(readProxyUrl(text)).toMatchObject(expected)
  })

  test.each(['', 'ftp://proxy.test', 'http://proxy.test:0', 'http://proxy.test:99999', 'http://a b'])(
    '%j is refused, and its password is not shown',
    text => {
      expect(() => readProxyUrl(text)).toThrow('PROXY_ADDRESS_INVALID')
    },
  )

  test('a refusal does not contain the password', () => {
    expect(() => readProxyUrl('ftp://ann:secret@proxy.test')).toThrow(
      expect.objectContaining({ subject: 'ftp://proxy.test' }),
    )
  })
})

describe('proxyOfEnvironment', () => {
  test.each([
    [{}, 'a.test', 'http', false, null],
    [{ HTTP_PROXY: 'p.test:1' }, 'a.test', 'http', true, 'p.test'],
    [{ HTTP_PROXY: 'p.test:1' }, 'a.test', 'https', false, null],
    [{ https_proxy: 'q.test:1', HTTPS_PROXY: 'p.test:1' }, 'a.test', 'https', true, 'q.test'],
    [{ ALL_PROXY: 'socks5://s.test' }, 'a.test', 'https', true, 's.test'],
    [{ HTTP_PROXY: 'p.test:1', REQUEST_METHOD: 'GET' }, 'a.test', 'http', false, null],
    [{ HTTP_PROXY: 'p.test:1', NO_PROXY: 'a.test' }, 'a.test', 'http', true, null],
    [{ HTTP_PROXY: 'p.test:1', NO_PROXY: 'a.test' }, 'x.a.test', 'http', true, null],
    [{ HTTP_PROXY: 'p.test:1', NO_PROXY: '*' }, 'b.test', 'http', true, null],
    [{ HTTP_PROXY: 'p.test:1', NO_PROXY: 'localhost' }, 'a.b.localhost', 'http', true, null],
    [{ HTTP_PROXY: 'p.test:1', NO_PROXY: 'a.test' }, 'a.localhost', 'http', true, 'p.test'],
  ] as const)('%j, for %s over %s', (environment, host, scheme, isSet, proxyHost) => {
    const found = proxyOfEnvironment(environment, { scheme, host, port: 80 })
    expect({ isSet: found.isSet, host: found.proxy?.host ?? null }).toEqual({ isSet, host: proxyHost })
  })
})

describe('pathOfSettings', () => {
  const typed: ProxySettings = {
    ...defaultAppSettings.proxy,
    enabled: true,
    host: 'proxy.test',
    port: 3128,
    username: 'ann',
  }
  const system: ProxyServer = { type: 'socks5', host: 's.test', port: 1, username: '', password: '' }

  function choice(
    proxy: Partial<ProxySettings>,
    certificates: Partial<CertificateSettings> = {},
    systemProxy: SystemProxy = async () => system,
  ) {
    return pathOfSettings({
      settings: () => ({
        proxy: { ...typed, ...proxy },
        proxyPassword: 'pw',
        certificates: { ...defaultAppSettings.certificates, ...certificates },
      }),
      async readFile(path) {
        if (path === 'gone.pem') throw Object.assign(new Error('gone'), { code: 'ENOENT' })
        return new TextEncoder().encode(`content of ${path}`)
      },
      systemProxy,
    })
  }

  test('the typed proxy with its user, except for hosts in Bypass and if it is off', async () => {
    expect((await choice({})(target('a.test'))).proxy).toEqual({
      type: 'http',
      host: 'proxy.test',
      port: 3128,
      username: 'ann',
      password: 'pw',
    })
    expect((await choice({})(target('localhost'))).proxy).toBe(null)
    expect((await choice({ enabled: false })(target('a.test'))).proxy).toBe(null)
  })

  test('the proxy of the system', async () => {
    expect((await choice({ type: 'system' })(target('a.test'))).proxy).toEqual(system)
    expect((await choice({ type: 'system' })(target('127.0.0.1'))).proxy).toBe(null)
  })

  test('a proxy without host or port is an error', async () => {
    await expect(choice({ host: ' ' })(target('a.test'))).rejects.toThrow('PROXY_NOT_CONFIGURED')
    await expect(choice({ port: null })(target('a.test'))).rejects.toThrow('PROXY_NOT_CONFIGURED')
  })

  test('certificates are used only for their hosts', async () => {
    const certificates: Partial<CertificateSettings> = {
      customCaFilePaths: ['ca.pem'],
      clientCertificates: [
        {
          type: 'pem',
          domain: '*.a.test:8443',
          certificateFilePath: 'c.pem',
          privateKeyFilePath: 'k.pem',
          passphrase: 'pp',
          enabled: true,
        },
        { type: 'pkcs12', domain: 'localhost', pkcs12FilePath: 'l.pfx', passphrase: '', enabled: true },
        { type: 'pkcs12', domain: 'b.test', pkcs12FilePath: 'b.pfx', passphrase: '', enabled: false },
      ],
    }
    const choose = choice({ enabled: false }, certificates)
    const shown = await choose(target('x.a.test', 8443))
    expect(shown.tls).toEqual({
      isVerified: true,
      isTargetExcepted: false,
      extraAuthorities: ['content of ca.pem'],
      clientCertificate: {
        type: 'pem',
        certificate: 'content of c.pem',
        privateKey: 'content of k.pem',
        passphrase: 'pp',
      },
    })
    for (const other of [
      target('x.a.test', 443),
      target('b.test'),
      target('a.localhost'),
      target('x.a.test', 8443, 'http'),
    ])
      expect((await choose(other)).tls.clientCertificate).toBe(null)
  })

  test('a missing file is named', async () => {
    const choose = choice({ enabled: false }, { customCaFilePaths: ['gone.pem'] })
    await expect(choose(target('a.test'))).rejects.toMatchObject({
      code: 'CERTIFICATE_FILE_UNREADABLE',
      subject: 'gone.pem (ENOENT)',
    })
  })

  test('an exception applies only to its host and port, and the proxy is still verified', async () => {
    const choose = choice({ enabled: false }, { exceptions: ['a.test:443'] })
    expect((await choose(target('a.test'))).tls).toMatchObject({ isVerified: true, isTargetExcepted: true })
    for (const other of [target('a.test', 8443), target('b.test')])
      expect((await choose(other)).tls.isTargetExcepted).toBe(false)
  })

  test('the highest version of TLS is that of the settings, also for an HTTPS proxy', async () => {
    const certificates = { maxTlsVersion: '1.2' } as const
    const direct = choice({ enabled: false }, certificates)
    expect((await direct(target('a.test'))).tls.maxVersion).toBe('1.2')
    const secure = choice({ type: 'https' }, certificates)
    expect((await secure(target('a.test', 80, 'http'))).tls.maxVersion).toBe('1.2')
    expect((await choice({ enabled: false })(target('a.test'))).tls).not.toHaveProperty('maxVersion')
  })

  test('verification is off if the settings say so', async () => {
    const { tls } = await choice({ enabled: false }, { disableSslVerification: true })(target('a.test'))
    expect(tls.isVerified).toBe(false)
  })
})
