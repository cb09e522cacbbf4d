import { type RawStep, startSink } from '@parley/testkit'
import { startDemoApi } from '@parley/testkit/demo-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answered, bytesPart, failedSend, fields, rawServers, send } from './transport-fixture.testkit.ts'

const start = rawServers()
const redirectTo = (location: string, status = 302): RawStep =>
  `HTTP/1.1 ${status} Moved\r\nLocation: ${location}\r\nContent-Length: 2\r\n\r\nno`

let demo: Awaited<ReturnType<typeof startDemoApi>>
beforeAll(async () => {
  demo = await startDemoApi()
})
afterAll(() => demo.close())

describe('a chain of redirects', () => {
  it('is followed to its end, with every hop named', async () => {
    const sent = send({ url: `${demo.baseUrl}/redirect/3`, followRedirects: true })
    const { response, request, hops, timings } = await answered(sent)
    const moments = [0, ...hops.map(({ atMs = -1 }) => atMs), timings.earlierMs ?? -1, timings.totalMs]
    expect(moments).toEqual(moments.toSorted((one, other) => one - other))
    expect(response.statusCode).toBe(200)
    expect(request.targetUri).toBe(`${demo.baseUrl}/echo`)
    expect(hops.map(hop => [hop.method, hop.targetUri, hop.statusCode, hop.location])).toEqual([
      ['GET', `${demo.baseUrl}/redirect/3`, 302, '2'],
      ['GET', `${demo.baseUrl}/redirect/2`, 302, '1'],
      ['GET', `${demo.baseUrl}/redirect/1`, 302, '../echo'],
    ])
    expect(sent.seen.every(seen => seen.statusCode === 200)).toBe(true)
  })

  it('is not followed if the setting says so', async () => {
    const { response, hops, timings } = await answered(send({ url: `${demo.baseUrl}/redirect/3` }))
    expect(timings).not.toHaveProperty('earlierMs')
    expect(response.statusCode).toBe(302)
    expect(hops).toEqual([])
  })

  it('ends after ten hops, also in a loop (HT8)', async () => {
    const sent = send({ url: `${demo.baseUrl}/redirect/11`, followRedirects: true })
    const { failure, response } = await failedSend(sent)
    expect(failure).toMatchObject({ kind: 'protocol', code: 'TOO_MANY_REDIRECTS', subject: '10' })
    expect(response?.statusCode).toBe(302)
    const last = await answered(send({ url: `${demo.baseUrl}/redirect/10`, followRedirects: true }))
    expect(last.hops).toHaveLength(10)
  })

  it.each(['file:///etc/passwd', 'javascript:alert(1)', 'http://', 'http://[::1', 'ftp://a.test/'])(
    'to %s stops there',
    async location => {
      const server = await start([redirectTo(location)])
      const { failure, response } = await failedSend(send({ url: server.url, followRedirects: true }))
      expect(failure).toMatchObject({ kind: 'protocol', code: 'INVALID_REDIRECT', subject: location })
      expect(response?.statusCode).toBe(302)
    },
  )

  it('without a Location is a response like any other', async () => {
    const server = await start(['HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n'])
    const { response } = await answered(send({ url: server.url, followRedirects: true }))
    expect(response.statusCode).toBe(302)
  })

  it('cannot lead to a refused address', async () => {
    const server = await start([redirectTo('http://127.0.0.1:1/')])
    const isRefused = (_address: string, port: number) => port === 1
    const sent = send({ url: server.url, followRedirects: true }, { isRefused })
    expect((await failedSend(sent)).failure).toMatchObject({ kind: 'refused', code: 'OWN_ADDRESS' })
  })

  it('is cancelled as a whole, and has one time limit for all hops', async () => {
    const server = await start([redirectTo(`${demo.baseUrl}/delay/60000`)])
    const sent = send({ url: server.url, followRedirects: true, timeoutMs: 300 })
    expect((await failedSend(sent)).failure).toMatchObject({ kind: 'timeout', code: 'REQUEST_TIMEOUT' })
  })
})

describe('the redirected request', () => {
  const message = {
    method: 'POST',
    content: [bytesPart('body')],
    headers: fields(
      ['Host', 'a'],
      ['Content-Type', 'text/plain'],
      ['Content-Encoding', 'identity'],
      ['Content-Language', 'en'],
      ['Content-Length', '4'],
      ['X-Kept', '1'],
    ),
  }

  it.each([
    [301, 'POST', 'GET'],
    [302, 'POST', 'GET'],
    [303, 'POST', 'GET'],
    [303, 'PUT', 'GET'],
    [301, 'PUT', 'PUT'],
    [302, 'DELETE', 'DELETE'],
    [303, 'HEAD', 'HEAD'],
    [307, 'POST', 'POST'],
    [308, 'POST', 'POST'],
  ])('after %d makes %s a %s', async (status, method, next) => {
    const second = await startSink()
    const server = await start([redirectTo(`http://127.0.0.1:${second.port}/b`, status)])
    await answered(send({ ...message, method, url: server.url, followRedirects: true }))
    const [received] = second.requests
    expect(received?.method).toBe(next)
    expect(received?.content.toString()).toBe(next === method ? 'body' : '')
    const names = received?.headers.map(field => field.name) ?? []
    const ofContent = ['Content-Type', 'Content-Encoding', 'Content-Language', 'Content-Length']
    expect(names.filter(name => ofContent.includes(name))).toEqual(next === method ? ofContent : [])
    expect(names).toContain('X-Kept')
    await second.close()
  })

  const secrets = [
    'Authorization',
    'Proxy-Authorization',
    'Cookie',
    'X-API-Key',
    'Api-Key',
    'X-Auth-Token',
    'X-Amz-Security-Token',
    'X-Signature',
  ]

  it('contains every credential for the same origin, and none for another', async () => {
    const other = await startSink()
    const found = (location: string) => ({ statusCode: 302, headers: ['Location', location], content: '' })
    const first = await startSink(({ url }) =>
      url === '/' ? found('/same') : found(`http://127.0.0.1:${other.port}/other`),
    )
    const headers = fields(['Host', 'a'], ...secrets.map(name => [name, 'canary'] as const))
    const { hops } = await answered(send({ url: `${first.url}/`, headers, followRedirects: true }))
    expect(hops.map(hop => hop.location)).toEqual(['/same', `http://127.0.0.1:${other.port}/other`])
    const [, same] = first.requests
    expect(same?.headers.filter(field => field.value === 'canary')).toHaveLength(secrets.length)
    const [crossed] = other.requests
    expect(crossed?.headers).toEqual([{ name: 'Host', value: `127.0.0.1:${other.port}` }])
    await Promise.all([first.close(), other.close()])
  })
})
