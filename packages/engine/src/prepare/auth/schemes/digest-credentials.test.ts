import { describe, expect, test } from 'vitest'
import { digestCredentials } from './digest-credentials.ts'
import { parseChallenges } from './parse-challenges.ts'

const mufasa = {
  method: 'GET',
  pathAndQuery: '/dir/index.html',
  content: new Uint8Array(),
  username: 'Mufasa',
  password: 'Circle of Life',
  cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
  nonceCount: 1,
}

function challenge(text: string): ReadonlyMap<string, string> {
  const [first] = parseChallenges([{ name: 'WWW-Authenticate', value: text }])
  if (first === undefined) throw new Error('No challenge')
  return first.parameters
}

const rfc7616 = (algorithm: string, qop = 'auth, auth-int') =>
  challenge(
    `Digest realm="http-auth@example.org", qop="${qop}", algorithm=${algorithm}, ` +
      'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"',
  )

describe('digestCredentials', () => {
  test.each([
    ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
    ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
  ])('gives the answer of RFC 7616 §3.9.1 for %s', async (algorithm, response) => {
    expect(await digestCredentials(rfc7616(algorithm), mufasa)).toEqual({
      coversContent: false,
      response,
      value:
        'Digest username="Mufasa", realm="http-auth@example.org", uri="/dir/index.html", ' +
        `algorithm=${algorithm}, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", nc=00000001, ` +
        `cnonce="f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ", qop=auth, response="${response}", ` +
        'opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"',
    })
  })

  // The RFC printed values of another function; those of erratum 4897 are meant.
  test('returns the response of RFC 7616 §3.9.2: SHA-512-256, hashed user name, UTF-8', async () => {
    const parameters = challenge(
      'Digest realm="api@example.org", qop="auth", algorithm=SHA-512-256, charset=UTF-8, userhash=true, ' +
        'nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK", opaque="HRPCssKJSGjCrkzDg8OhwpzCiGPChXYjwrI2QmXDnsOS"',
    )
    const answer = await digestCredentials(parameters, {
      ...mufasa,
      pathAndQuery: '/doe.json',
      username: 'Jäsøn Doe',
      password: 'Secret, or not?',
      cnonce: 'NTg6RKcb9boFIAS3KrFK9BGeh+iDa/sm6jUMp2wds69v',
    })
    expect(answer?.value).toContain(
      'username="793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b"',
    )
    expect(answer?.value).toContain('userhash=true')
    expect(answer?.response).toBe('3798d4131c277846293534c3edc11bd8a5e4cdcbff78b05db9d95eeb1cec68a5')
  })

  test('returns the response of RFC 2617 §3.5', async () => {
    const parameters = challenge(
      'Digest realm="testrealm@host.com", qop="auth,auth-int", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093"',
    )
    const answer = await digestCredentials(parameters, {
      ...mufasa,
      password: 'Circle Of Life',
      cnonce: '0a4f113b',
    })
    expect(answer?.response).toBe('6629fae49393a05397450978507c4ef1')
    expect(answer?.value).not.toContain('algorithm')
  })

  test('returns the response of RFC 2069 if the server offers no quality of protection', async () => {
    const parameters = challenge(
      'Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093"',
    )
    const answer = await digestCredentials(parameters, { ...mufasa, password: 'CircleOfLife' })
    expect(answer?.response).toBe('1949323746fe6a43ef61f9606e7febea')
    expect(answer?.value).not.toMatch(/nc=|qop=|cnonce=/)
  })

  test.each([
    ['an unknown algorithm', rfc7616('SHA-1')],
    ['an unknown quality of protection', rfc7616('MD5', 'auth-conf')],
  ])('has none for %s', async (_, parameters) => {
    expect(await digestCredentials(parameters, mufasa)).toBeNull()
  })

  test('returns none if the content that it should cover is unknown', async () => {
    expect(await digestCredentials(rfc7616('MD5', 'auth-int'), { ...mufasa, content: null })).toBeNull()
  })

  test('writes a name that is not ASCII as in RFC 8187', async () => {
    const answer = await digestCredentials(rfc7616('MD5'), { ...mufasa, username: 'Jäs"n' })
    expect(answer?.value).toContain("username*=UTF-8''J%C3%A4s%22n,")
  })
})

describe('parseChallenges', () => {
  const parse = (...values: readonly string[]) =>
    parseChallenges(values.map(value => ({ name: 'www-authenticate', value }))).map(one => ({
      ...one,
      parameters: Object.fromEntries(one.parameters),
    }))

  test.each([
    ['Basic realm="a"', [{ scheme: 'basic', parameters: { realm: 'a' } }]],
    ['Negotiate', [{ scheme: 'negotiate', parameters: {} }]],
    ['NTLM TlRMTVNTUAACAAAA==', [{ scheme: 'ntlm', parameters: {} }]],
    [
      'Newauth realm="apps", type=1, title="Login to \\"apps\\"", Basic realm="simple"',
      [
        { scheme: 'newauth', parameters: { realm: 'apps', type: '1', title: 'Login to "apps"' } },
        { scheme: 'basic', parameters: { realm: 'simple' } },
      ],
    ],
    [
      ', , Digest qop="auth, auth-int" , NONCE = abc=,',
      [{ scheme: 'digest', parameters: { qop: 'auth, auth-int', nonce: 'abc=' } }],
    ],
    ['', []],
  ])('reads %s', (text, expected) => {
    expect(parse(text)).toMatchObject(expected)
    expect(parse(text)).toHaveLength(expected.length)
  })

  test('reads several headers', () => {
    expect(parse('Basic realm="a"', 'Digest realm="b"').map(one => one.scheme)).toEqual(['basic', 'digest'])
  })

  test('reads a long hostile text', () => {
    // In quadratic time, the test would not end.
    const texts = [
      `Digest ${'a="\\'.repeat(200_000)}`,
      `Digest ${' ,'.repeat(500_000)}`,
      'x '.repeat(500_000),
    ]
    expect(texts.map(text => parse(text).length)).toEqual([2, 1, 1000])
  })
})
