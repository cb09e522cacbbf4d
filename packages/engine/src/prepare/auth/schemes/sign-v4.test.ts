import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { HeaderField } from '@parley/model'
import { corpus as corpusName, needs } from '@parley/testkit/needs'
import { describe, expect, test } from 'vitest'
import { sha, toHex, utf8 } from '../../../basics/hashing.ts'
import { type SignatureScope, signatureAlgorithm, signV4 } from './sign-v4.ts'

const corpus = fileURLToPath(new URL('../../../../../../../shared/corpus/sigv4/', import.meta.url))
const isPresent = existsSync(corpus)
const contexts = isPresent ? globSync('**/context.json', { cwd: corpus }).sort() : []
const requests = isPresent ? globSync('**/*.req', { cwd: corpus }).sort() : []

interface VectorContext {
  readonly credentials: { access_key_id: string; secret_access_key: string; token?: string }
  readonly expiration_in_seconds: number
  readonly normalize: boolean
  readonly omit_session_token?: boolean
  readonly region: string
  readonly service: string
  readonly sign_body: boolean
  readonly timestamp: string
}

describe('the published vectors', needs(isPresent, corpusName), () => {
  test('are many', () => {
    expect(contexts.length).toBeGreaterThan(25)
    expect(requests.length).toBeGreaterThan(20)
  })

  test.each(contexts)('%s, in headers', async path => {
    const { read, request, context, scope } = await vector(path)
    const token = context.omit_session_token ? undefined : context.credentials.token
    const headers = [
      ...request.headers,
      { name: 'X-Amz-Date', value: scope.timestamp },
      ...(token === undefined ? [] : [{ name: 'X-Amz-Security-Token', value: token }]),
      ...(context.sign_body ? [{ name: 'x-amz-content-sha256', value: request.payloadHash }] : []),
    ]
    const signed = await signV4({ ...request, headers }, scope)
    expect(signed.canonicalRequest).toBe(read('header-canonical-request.txt'))
    expect(signed.stringToSign).toBe(read('header-string-to-sign.txt'))
    expect(signed.signature).toBe(read('header-signature.txt'))
  })

  test.each(contexts)('%s, in the query', async path => {
    const { read, request, context, scope } = await vector(path)
    const token = context.omit_session_token ? undefined : context.credentials.token
    const { signedHeaders, credential } = await signV4(request, scope)
    const params = new URLSearchParams({
      'X-Amz-Algorithm': signatureAlgorithm,
      'X-Amz-Credential': credential,
      'X-Amz-Date': scope.timestamp,
      'X-Amz-SignedHeaders': signedHeaders,
      'X-Amz-Expires': String(context.expiration_in_seconds),
      ...(token === undefined ? {} : { 'X-Amz-Security-Token': token }),
    })
    const joint = request.pathAndQuery.includes('?') ? '&' : '?'
    const signed = await signV4(
      { ...request, pathAndQuery: `${request.pathAndQuery}${joint}${params}` },
      scope,
    )
    expect(signed.canonicalRequest).toBe(read('query-canonical-request.txt'))
    expect(signed.signature).toBe(read('query-signature.txt'))
  })

  test.each(requests)('%s', async path => {
    const read = (ending: string) =>
      readFileSync(corpus + path.replace(/req$/, ending), 'utf8')
        .replaceAll('\r\n', '\n')
        .trim()
    const request = await parse(readFileSync(corpus + path, 'utf8'))
    // Of this one alone the token is no part of the request, and is signed.
    const token =
      /get-vanilla-with-session-token/.test(path) && /^X-Amz-Security-Token:.*$/m.exec(read('sreq'))
    const headers = [...request.headers, ...(token ? [fieldOf(token[0])] : [])]
    const signed = await signV4({ ...request, headers }, awsScope)
    expect(signed.canonicalRequest).toBe(read('creq'))
    expect(signed.stringToSign).toBe(read('sts'))
    expect(read('authz')).toContain(`SignedHeaders=${signed.signedHeaders}, Signature=${signed.signature}`)
  })
})

// Computed with another implementation that reads queries as aws4 and the services do: as those of forms.
test.each([
  ['q=a+b', 'q=a%20b', '9365fd1e8cf89e609974bd135b8baee1e5328f4dea7849bd618ef1f38b7cc032'],
  ['q=a%20b', 'q=a%20b', '9365fd1e8cf89e609974bd135b8baee1e5328f4dea7849bd618ef1f38b7cc032'],
  ['q=a%2Bb', 'q=a%2Bb', 'f03be98f01a3e571521eee473d6f85a011c5d1acf3877381771ae7cc72d392b7'],
  [
    'a+b=c+d&x=%2B+',
    'a%20b=c%20d&x=%2B%20',
    '12a8dc91118282968f975e033e748b33d0aff59fd6f2082ee0c24a794e7503b3',
  ],
  ['q=+', 'q=%20', '11f59f2109195d3ec1eca9a7aff4c8eb40fe2e22af1343a5789dee892686bdc6'],
  ['q=100%25+b', 'q=100%25%20b', 'da819386e42ac79aac63ed1d086d5e86060cc0b91fb042d8337ed8638b048e7b'],
])('a plus in the query %s is a space', async (query, canonical, signature) => {
  const headers = [
    { name: 'Host', value: 'example.amazonaws.com' },
    { name: 'X-Amz-Date', value: awsScope.timestamp },
  ]
  const payloadHash = toHex(await sha('SHA-256', utf8('')))
  const message = { method: 'GET', pathAndQuery: `/items?${query}`, headers, payloadHash }
  const signed = await signV4(message, { ...awsScope, service: 'execute-api' })
  expect(signed.canonicalRequest.split('\n')[2]).toBe(canonical)
  expect(signed.signature).toBe(signature)
})

test('a plus in the path is a plus', async () => {
  const message = { method: 'GET', pathAndQuery: '/a+b', headers: [], payloadHash: '' }
  const scope = { ...awsScope, service: 's3', normalizesPath: false, encodesPathAgain: false }
  expect((await signV4(message, scope)).canonicalRequest.split('\n')[1]).toBe('/a%2Bb')
})

const awsScope: SignatureScope = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
  service: 'service',
  timestamp: '20150830T123600Z',
  normalizesPath: true,
  encodesPathAgain: true,
}

async function vector(path: string) {
  const folder = corpus + dirname(path)
  const read = (name: string) => readFileSync(`${folder}/${name}`, 'utf8').replaceAll('\r\n', '\n').trim()
  const context: VectorContext = JSON.parse(read('context.json'))
  const scope: SignatureScope = {
    accessKeyId: context.credentials.access_key_id,
    secretAccessKey: context.credentials.secret_access_key,
    region: context.region,
    service: context.service,
    timestamp: context.timestamp.replace(/[-:]/g, ''),
    normalizesPath: context.normalize,
    encodesPathAgain: true,
  }
  const request = await parse(readFileSync(`${folder}/request.txt`, 'utf8'))
  return { read, request, context, scope }
}

/** The paths of the vectors are not encoded yet, and some hold spaces. */
async function parse(text: string) {
  const [head = '', body = ''] = text.replaceAll('\r\n', '\n').split(/\n\n(.*)/s)
  const [requestLine = '', ...lines] = head.trim().split('\n')
  const [, method = '', pathAndQuery = ''] = /^(\S+) (.*) HTTP\/1\.1$/.exec(requestLine) ?? []
  const headers = lines.map(fieldOf)
  return { method, pathAndQuery, headers, payloadHash: toHex(await sha('SHA-256', utf8(body))) }
}

function fieldOf(line: string): HeaderField {
  const colon = line.indexOf(':')
  return { name: line.slice(0, colon), value: line.slice(colon + 1) }
}
