import { inheritedRequestSettings, type OAuth2Auth, type ProxySettings, row } from '@parley/model'
import { startSink, startWebSocketServer } from '@parley/testkit'
import { describe, expect, test } from 'vitest'
import { directPath } from './connection/network-path.ts'
import {
  address,
  choices,
  kinds,
  laterMessages,
  oauth2,
  parts,
  places,
  renewal,
  silentHost,
  statuses,
  testLedAway,
  testRedirectedCredentials,
  useWire,
  ways,
  wire,
} from './every-way-out.testkit.ts'
import { testProxy } from './network-settings/test-proxy.ts'
import { jwtKeys } from './secret-auths.testkit.ts'
import { askingHost, canary, holds, namesOf, sendCase } from './secret-ways-out.testkit.ts'
import { startEngine } from './send-through-engine.testkit.ts'

useWire()

describe('a secret on its way to an origin that a script chose (SE8)', () => {
  testLedAway(7)

  test.each(
    Object.entries(laterMessages).flatMap(([label, fields]) =>
      parts.map(part => [label, part, fields] as const),
    ),
  )('%s, %s chosen: the user is asked, and after a refusal it is not sent', async (_, part, fields) => {
    const received: string[] = []
    const server = await startWebSocketServer({
      onConnection: socket =>
        socket.on('message', data => {
          const text = data.toString()
          received.push(text)
          if (text.includes('connection_init')) socket.send('{"type":"connection_ack"}')
          else socket.close()
        }),
    })
    const at = (values: Readonly<Record<string, string>>) =>
      values.port === String(wire.evil.port) ? { ...values, port: String(server.port) } : values
    const request = { url: `${address}/`, ...fields }
    const { typed, scripted } = choices[part]()
    const one = { request, typed: at(typed), scripted: at(scripted), scope: 'global' } as const
    for (const isAllowed of [false, true]) {
      const host = askingHost(isAllowed)
      const outcome = await sendCase(wire.engine, one, { ...host, webSockets: silentHost })
      expect(host.asked).toMatchObject([{ origin: `http://127.0.0.1:${server.port}`, chosenBy: 'script' }])
      const code = outcome.ok ? '' : outcome.failure.failure.code
      expect(code).toBe(isAllowed ? '' : 'SECRET_HOST_NOT_ALLOWED')
      expect(received.filter(text => text.includes(canary))).toHaveLength(isAllowed ? 1 : 0)
      if (!isAllowed) expect(received).toEqual([])
    }
    await server.close()
  })

  test('private keys are among the secrets of a request', () => {
    const labels = ways.request().map(one => one.label)
    for (const kind of kinds) {
      for (const algorithm of Object.keys(jwtKeys))
        expect(labels).toContain(`jwt ${algorithm} header Private key, ${kind}`)
      for (const method of ['RSA-SHA1', 'RSA-SHA256', 'RSA-SHA512'])
        expect(labels).toContain(`oauth1 ${method} body Private key, ${kind}`)
    }
  })

  test('the user is not asked about a secret that scripts may read, nor without a secret', async () => {
    const host = askingHost(false)
    const request = { url: `${address}/`, headers: [row('X', '{{secret}}')] }
    await sendCase(wire.engine, { request, ...choices.port(), scope: 'global', isReadable: true }, host)
    await sendCase(wire.engine, { request: { url: `${address}/` }, ...choices.port(), scope: null }, host)
    expect(host.asked).toEqual([])
    expect(wire.atEvil).toHaveLength(2)
  })

  test('the user is asked about a stored token, and about a refresh token alone', async () => {
    const auth: OAuth2Auth = { ...oauth2, grantType: 'clientCredentials', tokenUrl: `${wire.good.url}/token` }
    const host = askingHost(false)
    await sendCase(wire.engine, { request: { url: address, auth }, ...choices.port(), scope: null }, host)
    expect(host.asked.map(namesOf)).toEqual([['Access token']])
    const renewing = askingHost(false)
    const refreshTokenUrl = `${address}/token`
    await renewal(
      { request: { url: wire.good.url, auth: { ...auth, refreshTokenUrl } }, ...choices.port(), scope: null },
      renewing,
    )
    expect(renewing.asked.map(namesOf)).toEqual([['Refresh token']])
    expect(wire.atEvil).toEqual([])
  })

  test('a request of a script that names it is refused (SE12)', async () => {
    const host = askingHost(true)
    const failures: string[] = []
    const { scripts } = wire.engine.ports
    await sendCase(
      wire.engine,
      { request: { url: wire.good.url }, typed: {}, scripted: {}, scope: 'global' },
      {
        ...host,
        scripts: {
          ...scripts,
          async runPreRequest(run) {
            for (const request of [
              { method: 'GET', url: `${wire.evil.url}/{{secret}}`, headers: [], content: null },
              { method: 'GET', url: wire.evil.url, headers: [row('X', '{{secret}}')], content: null },
              {
                method: 'POST',
                url: wire.evil.url,
                headers: [],
                content: { text: '{{secret}}', mediaType: null },
              },
            ]) {
              const sent = await run.sendRequest(request, run.resolved.scopes, run.signal)
              if (!sent.ok) failures.push(sent.failure.code)
            }
            return scripts.runPreRequest(run)
          },
        },
      },
    )
    expect(failures).toEqual(['VARIABLE_WITHHELD', 'VARIABLE_WITHHELD', 'VARIABLE_WITHHELD'])
    expect(wire.atEvil).toEqual([])
  })

  test('through a proxy as well: Parley does not even connect to it', async () => {
    const proxy = await startSink()
    const server = { type: 'http', host: '127.0.0.1', port: proxy.port, username: '', password: '' } as const
    wire.engine.close()
    wire.engine = startEngine({ choosePath: async () => ({ ...directPath, proxy: server }) })
    const request = { url: `${address}/`, headers: [row('X', '{{secret}}')] }
    const host = askingHost(false)
    await sendCase(wire.engine, { request, ...choices.port(), scope: 'global' }, host)
    expect(host.asked).toHaveLength(1)
    expect(proxy.requests).toEqual([])
    await proxy.close()
  })

  test('Test Connection fills in no variable, so no script chooses its target', async () => {
    const settings: ProxySettings = {
      enabled: true,
      type: 'http',
      host: '{{host}}',
      port: wire.evil.port,
      username: '{{secret}}',
      bypass: '',
    }
    const ports = { systemProxy: async () => null, trust: async () => directPath.tls }
    const tested = await testProxy(settings, '{{secret}}', ports, new AbortController().signal)
    expect(tested.ok).toBe(false)
    expect(wire.atEvil).toEqual([])
  })
})

describe('a secret and a redirect to another origin', () => {
  /** A secret in one of these is removed with its row. */
  const droppable = ['header', 'header name', 'query', 'cookie', 'user in the URL']
  const inBody = ['raw body', 'form']

  const secrets = [
    { label: 'withheld', isReadable: false, value: canary },
    { label: 'readable', isReadable: true, value: canary },
    { label: 'short', isReadable: false, value: '7391' },
  ]

  test.each(statuses.flatMap(status => secrets.map(secret => [status, secret.label, secret] as const)))(
    '%i, %s: rows are dropped, and the user is asked about a body (SE13)',
    async (statusCode, _, { isReadable, value }) => {
      for (const place of [...droppable, ...inBody]) {
        const requestOf = places[place]
        if (requestOf === undefined) throw new Error(place)
        wire.redirect = { statusCode, location: `${wire.evil.url}/there` }
        const request = { url: `${wire.good.url}/`, method: 'POST', ...requestOf('{{secret}}') }
        const url = (request.url ?? '')
          .replace(address, wire.good.url)
          .replace(address.replace('//', '//u:{{secret}}@'), wire.good.url.replace('//', '//u:{{secret}}@'))
        const one = {
          request: { ...request, url },
          typed: { path: '' },
          scripted: { path: 'open-redirect' },
          scope: 'global',
          isReadable,
          value,
        } as const
        const keepsBody = statusCode >= 307 && inBody.includes(place)
        const host = askingHost(false)
        const outcome = await sendCase(wire.engine, one, host)
        expect(host.asked.length, place).toBe(keepsBody ? 1 : 0)
        expect(outcome.ok, place).toBe(!keepsBody)
        if (keepsBody) {
          expect(host.asked[0]).toMatchObject({ origin: wire.evil.url, chosenBy: 'redirect' })
          expect(outcome).toMatchObject({
            failure: { failure: { code: 'SECRET_REDIRECT_NOT_ALLOWED', subject: 'secret' } },
          })
        }
        expect(wire.atEvil.length, place).toBe(keepsBody ? 0 : 1)
        expect(holds(wire.atEvil, value), place).toBe(false)
        wire.atEvil = []
        if (!keepsBody) continue
        await sendCase(wire.engine, one, askingHost(true))
        expect(holds(wire.atEvil, value), place).toBe(true)
        wire.atEvil = []
      }
    },
  )

  testRedirectedCredentials(5)

  test('the user is asked about a path that carries it, because a script may have put the host before it', async () => {
    wire.redirect = { statusCode: 302, location: `${wire.evil.url}/${encodeURIComponent(canary)}?a=1` }
    const request = { url: `${wire.good.url}/r?to={{evil}}{{secret}}` }
    const one = { request, typed: {}, scripted: { evil: wire.evil.url }, scope: 'global' } as const
    const host = askingHost(false)
    expect((await sendCase(wire.engine, one, host)).ok).toBe(false)
    expect(host.asked.map(namesOf)).toEqual([['secret']])
    expect(wire.atEvil).toEqual([])
  })

  test('a query that the server repeats loses that parameter', async () => {
    wire.redirect = {
      statusCode: 302,
      location: `${wire.evil.url}/a?x=1&s=${encodeURIComponent(canary)}&y=2`,
    }
    const request = { url: `${wire.good.url}/?s={{secret}}` }
    await sendCase(wire.engine, { request, typed: {}, scripted: {}, scope: 'global' }, askingHost(false))
    expect(wire.atEvil.map(one => one.url)).toEqual(['/a?x=1&y=2'])
  })

  test('a query that the server repeats in another encoding loses that parameter as well', async () => {
    for (const written of [
      encodeURIComponent(encodeURIComponent(canary)),
      encodeURIComponent(`${wire.good.url}/?s=${encodeURIComponent(canary)}`),
      encodeURIComponent(JSON.stringify({ s: canary }).replace('+', '\\u002B')),
    ]) {
      wire.redirect = { statusCode: 302, location: `${wire.evil.url}/a?x=1&s=${written}&y=2` }
      const request = { url: `${wire.good.url}/?s={{secret}}` }
      await sendCase(wire.engine, { request, typed: {}, scripted: {}, scope: 'global' }, askingHost(false))
      expect(wire.atEvil.map(one => one.url)).toEqual(['/a?x=1&y=2'])
      wire.atEvil = []
    }
  })

  test('to the same origin everything is kept, and back to the first one the user is not asked', async () => {
    wire.redirect = { statusCode: 307, location: '/again' }
    const request = { url: `${wire.good.url}/`, method: 'POST', headers: [row('X-Harmless', '{{secret}}')] }
    const host = askingHost(false)
    await sendCase(
      wire.engine,
      {
        request: { ...request, settings: { ...inheritedRequestSettings, maxRedirects: 1 } },
        typed: {},
        scripted: {},
        scope: 'global',
      },
      host,
    )
    expect(host.asked).toEqual([])
    expect(wire.atGood.map(one => one.headers.some(({ name }) => name === 'X-Harmless'))).toEqual([
      true,
      true,
    ])
  })
})
