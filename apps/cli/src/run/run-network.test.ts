import { writeFileSync } from 'node:fs'
import { startHttpProxy, startTlsServer } from '@parley/testkit'
import { describe, expect, test } from 'vitest'
import { useRunFixture } from './run-fixture.testkit.ts'

const fixture = useRunFixture()
const { run, postman, path } = fixture

/** Sends a request with `parley send` and `parley run`, which take the same options. */
async function both(url: string, ...options: readonly string[]) {
  postman([{ name: 'A', url }])
  const sent = await fixture.runCommand(['send', url, ...options])
  const ran = await run(['c.json', ...options])
  return [sent, ran].map(({ code, stderr, stdout }) => ({ code, text: `${stdout}${stderr}` }))
}

describe('the connection to a server', () => {
  test('--proxy sends through a proxy, except to hosts that --bypass names', async () => {
    const proxy = await startHttpProxy()
    const address = `http://127.0.0.1:${proxy.port}`
    for (const { code } of await both(fixture.sink.url, '--proxy', address, '--bypass', 'example.com'))
      expect(code).toBe(0)
    expect(proxy.requestLines).toHaveLength(2)
    for (const { code } of await both(fixture.sink.url, '-x', address)) expect(code).toBe(0)
    expect(proxy.requestLines).toHaveLength(2)
    await proxy.close()
    for (const { code } of await both(fixture.sink.url, '-x', address, '--bypass', 'example.com'))
      expect(code).toBe(2)
  })

  test('--proxy system takes the proxy of the environment', async () => {
    const proxy = await startHttpProxy()
    postman([{ name: 'A', url: fixture.sink.url }])
    const address = `http://127.0.0.1:${proxy.port}`
    const options = ['--proxy', 'system', '--bypass', 'example.com']
    const env = { http_proxy: address }
    const sent = await fixture.runCommand(['send', fixture.sink.url, ...options], { env })
    expect(sent).toMatchObject({ code: 0 })
    expect(proxy.requestLines).toHaveLength(1)
    await proxy.close()
  })

  test('certificates are checked and sent as the options say', async () => {
    const server = await startTlsServer({ certificate: 'valid', clientCertificate: 'required' })
    writeFileSync(path('ca.pem'), server.authorityCertificatePem)
    writeFileSync(path('own.pem'), server.clientIdentity.certificatePem)
    writeFileSync(path('own.key'), server.clientIdentity.privateKeyPem)
    const own = ['--cert', 'own.pem', '--key', 'own.key']
    for (const { code } of await both(server.url, ...own)) expect(code).toBe(2)
    for (const { code } of await both(server.url, '-k')) expect(code).toBe(2)
    for (const { code } of await both(server.url, '--cacert', 'ca.pem', ...own)) expect(code).toBe(0)
    for (const { code } of await both(server.url, '-k', ...own)) expect(code).toBe(0)
    for (const { code } of await both(server.url, '-k', ...own, '--cert-host', 'example.com'))
      expect(code).toBe(2)
    await server.close()
  })

  test('--tls-max limits the version of TLS', async () => {
    const server = await startTlsServer({ certificate: 'valid' })
    for (const [version, protocol] of [
      ['1.2', 'TLSv1.2'],
      ['1.3', 'TLSv1.3'],
    ] as const) {
      const sent = await fixture.runCommand(['send', server.url, '-k', '--tls-max', version])
      expect(JSON.parse(sent.stdout.toString())).toMatchObject({ protocol })
    }
    const refused = await fixture.runCommand(['send', server.url, '--tls-max', '1.1'])
    expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining('--tls-max takes 1.2 or 1.3.') })
    await server.close()
  })
})
