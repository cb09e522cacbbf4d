import { createServer } from 'node:http'
import type { CookieJar } from '@parley/engine'
import { row } from '@parley/model'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HostLookup } from '../connection/open-connection.ts'
import { startEngine } from '../send-through-engine.testkit.ts'
import { createCookieJar } from './create-cookie-jar.ts'

describe('a jar', () => {
  const kept = async (from: string, cookies: readonly string[], to: string) => {
    const jar = createCookieJar()
    await jar.store(from, cookies)
    return jar.pairsFor(to)
  }

  test.each<[string, string, string, string, readonly string[]]>([
    ['the host alone', 'http://a.example.com/', 'a=1', 'http://b.example.com/', []],
    ['the host again', 'http://a.example.com/', 'a=1', 'http://a.example.com/x', ['a=1']],
    ['its domain', 'http://a.example.com/', 'a=1; Domain=example.com', 'http://b.example.com/', ['a=1']],
    ['a foreign domain', 'http://a.example.com/', 'a=1; Domain=other.com', 'http://other.com/', []],
    ['a public suffix', 'http://a.com/', 'a=1; Domain=com', 'http://b.com/', []],
    ['a public suffix of two labels', 'http://a.co.uk/', 'a=1; Domain=co.uk', 'http://b.co.uk/', []],
    ['a path', 'http://h.test/x/y', 'a=1; Path=/x', 'http://h.test/z', []],
    ['below a path', 'http://h.test/x/y', 'a=1; Path=/x', 'http://h.test/x/z', ['a=1']],
    ['Secure over HTTP', 'http://h.test/', 'a=1; Secure', 'https://h.test/', []],
    ['Secure over HTTPS', 'https://h.test/', 'a=1; Secure', 'http://h.test/', []],
    ['what is gone', 'http://h.test/', 'a=1; Max-Age=0', 'http://h.test/', []],
    ['a false prefix', 'https://h.test/', '__Host-a=1; Secure; Path=/x', 'https://h.test/x', []],
    ['an address', 'http://127.0.0.1:1/', 'a=1', 'http://127.0.0.1:1/', ['a=1']],
    ['a plain name', 'http://localhost/', 'a=1', 'http://localhost/', ['a=1']],
  ])('%s', async (_, from, cookie, to, pairs) => {
    expect(await kept(from, [cookie], to)).toEqual(pairs)
  })

  test('keeps the newest cookie of a name, sends longer paths first, and drops cookies that a server deletes', async () => {
    const jar = createCookieJar()
    await jar.store('http://h.test/x/', ['a=1; Path=/', 'b=1; Path=/x', 'a=2; Path=/', 'c=1; Path=/'])
    await jar.store('http://h.test/', ['c=; Max-Age=0; Path=/'])
    expect(jar.pairsFor('http://h.test/x/y')).toEqual(['b=1', 'a=2'])
  })

  test('holds no more cookies of a host than browsers do', async () => {
    const many = Array.from({ length: 500 }, (_, at) => `c${at}=1`)
    expect(await kept('http://h.test/', many, 'http://h.test/')).toHaveLength(180)
  })

  test('takes no harm from nonsense', async () => {
    expect(
      await kept('http://h.test/', ['', '=', ';;;', 'a\u0000b=1', `x=${'y'.repeat(5000)}`], 'http://h.test/'),
    ).toEqual([])
  })
})

describe('over the wire', () => {
  const seen: string[] = []
  const server = createServer((request, response) => {
    const { host = '', cookie = '' } = request.headers
    seen.push(`${host.split(':')[0]}${request.url} ${cookie}`)
    if (request.url === '/login') {
      const port = host.split(':')[1]
      response.writeHead(302, { 'Set-Cookie': 'sid=secret; Path=/', Location: `http://b.test:${port}/there` })
    } else if (request.url === '/there')
      response.writeHead(302, { Location: '/end', 'Set-Cookie': 'b=1; Path=/' })
    response.end()
  })
  const lookUp: HostLookup = (_host, _options, callback) =>
    callback(null, [{ address: '127.0.0.1', family: 4 }])
  const engine = startEngine({ lookUp })
  let port = 0
  beforeAll(async () => {
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    port = typeof address === 'object' && address !== null ? address.port : 0
  })
  afterAll(() => {
    engine.close()
    server.close()
  })

  const sendWith = (cookieJar: CookieJar, path: string, cookies = '') => {
    seen.length = 0
    return engine.exchange(
      { url: `http://a.test:${port}${path}`, headers: cookies === '' ? [] : [row('Cookie', cookies)] },
      { cookieJar },
    )
  }

  test('cookies of a redirect are kept, each for its own host, and sent with the next request (HT11)', async () => {
    const jar = createCookieJar()
    await sendWith(jar, '/login')
    expect(seen).toEqual(['a.test/login ', 'b.test/there ', 'b.test/end b=1'])
    const { request } = await sendWith(jar, '/me')
    expect(seen).toEqual(['a.test/me sid=secret'])
    expect(request.headers).toContainEqual({ name: 'Cookie', value: 'sid=secret' })
  })

  test('a cookie that the user typed replaces the stored one', async () => {
    const jar = createCookieJar()
    await sendWith(jar, '/login')
    await sendWith(jar, '/me', 'x=1; sid=typed')
    expect(seen).toEqual(['a.test/me x=1; sid=typed'])
    await sendWith(jar, '/me', 'x=1')
    expect(seen).toEqual(['a.test/me x=1; sid=secret'])
  })

  test('without a jar no cookie is kept from one send to the next (behaviour 2.1)', async () => {
    await sendWith(createCookieJar(), '/login')
    await sendWith(createCookieJar(), '/me')
    expect(seen).toEqual(['a.test/me '])
  })
})
