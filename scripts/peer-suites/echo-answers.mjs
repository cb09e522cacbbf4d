import { createHash, createHmac } from 'node:crypto'
import { deflateSync, gzipSync } from 'node:zlib'
import { basicOf, cookiesOf, fieldsOf, jsonOf, partsOf } from './call-parts.mjs'

/** Responds like Postman's echo service, as documented: with the parts of the request. */
export function answerPostmanEcho(call) {
  const { url, headers } = call
  const [, route = '', first = '', second = ''] = url.pathname.split('/')
  switch (route) {
    case 'headers':
      return { json: { headers } }
    case 'status':
      return { status: Number(first), json: { status: Number(first) } }
    case 'cookies':
      return cookies(call, first)
    case 'basic-auth':
      return basic(headers, first || 'postman', second || 'password')
    case 'digest-auth':
      return digest(call)
    case 'gzip':
      return compressed('gzip', gzipSync(JSON.stringify({ gzipped: true, headers, method: call.method })))
    case 'deflate':
      return compressed(
        'deflate',
        deflateSync(JSON.stringify({ deflated: true, headers, method: call.method })),
      )
    case 'response-headers':
      return { json: fieldsOf(url.searchParams), headers: fieldsOf(url.searchParams) }
    case 'delay':
      return { json: { delay: first } }
    case 'redirect-to':
      return { status: 302, headers: { Location: url.searchParams.get('url') ?? '/get' } }
    case 'encoding':
      return { text: '𝕌𝕋𝔽-𝟠 ∮ E⋅da = Q' }
    case 'type':
      return {
        text: first === 'html' ? '<html></html>' : '<food><name>Waffles</name></food>',
        headers: { 'Content-Type': `application/${first}; charset=utf-8` },
      }
    case 'stream':
      return { text: `${JSON.stringify({ args: {}, headers })}\n`.repeat(Number(first) || 1) }
    case 'get':
      return { json: { args: fieldsOf(url.searchParams), headers, url: url.href } }
    case 'auth':
      return hawk(call)
    case 'oauth1':
      return { json: { status: 'pass', message: 'OAuth-1.0a signature verification was successful' } }
  }
  return { json: sent(call) }
}

function sent(call) {
  const { url, headers, content } = call
  const type = headers['content-type'] ?? ''
  const isForm = type.startsWith('application/x-www-form-urlencoded')
  const { fields, files } = partsOf(call)
  const form = isForm ? new URLSearchParams(content.toString()) : fields
  const json = /json/.test(type) ? (jsonOf(content) ?? null) : null
  return {
    args: fieldsOf(url.searchParams),
    data: isForm || type.startsWith('multipart/') ? {} : (json ?? content.toString()),
    files: Object.fromEntries(
      files.map(({ filename, value }) => [
        filename,
        `data:application/octet-stream;base64,${value.toString('base64')}`,
      ]),
    ),
    form: fieldsOf(form),
    headers,
    json: isForm ? fieldsOf(form) : json,
    url: url.href,
  }
}

function cookies({ url, headers }, action) {
  if (action === '') return { json: { cookies: cookiesOf(headers) } }
  const end = action === 'delete' ? '; Expires=Thu, 01 Jan 1970 00:00:00 GMT' : ''
  const set = [...url.searchParams].map(([name, value]) => `${name}=${value}; Path=/${end}`)
  return { status: 302, headers: { Location: '/cookies', 'Set-Cookie': set } }
}

function basic(headers, user, password) {
  const given = basicOf(headers)
  if (given.user === user && given.password === password) return { json: { authenticated: true } }
  return { status: 401, headers: { 'WWW-Authenticate': 'Basic realm="Users"' }, text: 'Unauthorized' }
}

const md5 = text => createHash('md5').update(text).digest('hex')

/** Checks Digest with MD5, for postman:password or for the pair that the path names. */
export function digest({ method, url, headers }) {
  const [, , , user = 'postman', password = 'password'] = url.pathname.split('/')
  const given = headers.authorization ?? ''
  const field = name => new RegExp(`\\b${name}="?([^",]*)`).exec(given)?.[1] ?? ''
  const ha1 = md5(`${user}:Users:${password}`)
  const ha2 = md5(`${method}:${field('uri')}`)
  const middle = field('qop') === '' ? [field('nonce')] : ['nonce', 'nc', 'cnonce', 'qop'].map(field)
  const isRight = given.startsWith('Digest') && field('response') === md5([ha1, ...middle, ha2].join(':'))
  if (isRight) return { json: { authenticated: true } }
  const challenge = 'Digest realm="Users", nonce="fixed", qop="auth"'
  return { status: 401, headers: { 'WWW-Authenticate': challenge }, text: 'Unauthorized' }
}

/** Checks Hawk with the key of Postman's documentation, for a request without a body. */
function hawk({ method, url, headers }) {
  const given = headers.authorization ?? ''
  const field = name => new RegExp(`\\b${name}="([^"]*)"`).exec(given)?.[1] ?? ''
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  const place = [method, url.pathname + url.search, url.hostname, port]
  const lines = ['hawk.1.header', field('ts'), field('nonce'), ...place, field('hash'), field('ext')]
  const mac = createHmac('sha256', 'werxhqb98rpaxn39848xrunpaw3489ruxnpa98w4rxn')
    .update(`${lines.join('\n')}\n`)
    .digest('base64')
  const isRight = given.startsWith('Hawk ') && field('mac') === mac
  if (isRight) return { json: { message: 'Hawk Authentication Successful' } }
  return { status: 401, json: { message: 'Bad mac' } }
}

function compressed(coding, bytes) {
  return { bytes, headers: { 'Content-Type': 'application/json', 'Content-Encoding': coding } }
}

/** Responds like Hoppscotch's echo service, as documented. */
export function answerHoppscotchEcho({ method, url, headers, content }) {
  return {
    json: {
      method,
      args: fieldsOf(url.searchParams),
      data: content.toString(),
      headers,
      path: url.pathname,
      isBase64Encoded: false,
    },
  }
}
