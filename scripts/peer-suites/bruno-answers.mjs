import { createHash } from 'node:crypto'
import { basicOf, cookiesOf, fieldsOf, jsonOf, partsOf } from './call-parts.mjs'
import { digest } from './echo-answers.mjs'

const allowed = { json: { message: 'Authentication successful' } }
const refused = { status: 401, json: { message: 'Unauthorized' } }

/** Responds like Bruno's test server, as its collection expects. */
export function answerBrunoBench(call) {
  const answer = benchAnswer(call)
  return { ...answer, headers: { 'X-Powered-By': 'Express', ...answer.headers } }
}

function benchAnswer(call) {
  const { url, headers, content } = call
  const path = url.pathname
  const redirect = /^\/api\/redirect\/(\d+)$/.exec(path)
  if (redirect !== null) {
    const left = Number(redirect[1])
    const next = left > 1 ? `/api/redirect/${left - 1}` : '/ping'
    return { status: 302, headers: { Location: next }, text: `Redirecting... to ${next}` }
  }
  switch (path) {
    case '/ping':
      return { text: 'pong' }
    case '/headers':
      return { json: headers }
    case '/query':
      return { json: fieldsOf(url.searchParams) }
    case '/redirect-to-ping':
      return { status: 302, headers: { Location: '/ping' }, text: 'Found. Redirecting to /ping' }
    case '/api/echo/json':
      return { json: jsonOf(content) ?? {} }
    case '/api/echo/bom-json-test':
      return {
        bytes: Buffer.from('\ufeff{"message":"Hello!","success":true}'),
        headers: { 'Content-Type': 'application/json; charset=utf-8' },
      }
    case '/api/echo/text':
      return { text: content.toString() }
    case '/api/echo/xml-raw':
      return { text: content.toString(), headers: { 'Content-Type': 'application/xml' } }
    case '/api/echo/xml-parsed':
      return { json: parsedXml(content.toString()) }
    case '/api/auth/bearer/protected':
      return headers.authorization === 'Bearer your_secret_token' ? allowed : refused
    case '/api/auth/basic/protected': {
      const { user, password } = basicOf(headers)
      return user === 'bruno' && password === 'della' ? allowed : { status: 401, text: 'Unauthorized' }
    }
    case '/api/auth/cookie/login':
      return {
        json: { message: 'Logged in successfully' },
        headers: { 'Set-Cookie': 'isAuthenticated=true; Path=/' },
      }
    case '/api/auth/cookie/protected':
      return cookiesOf(headers).isAuthenticated === 'true'
        ? { json: { message: 'Authentication successful' } }
        : refused
    case '/api/users/123':
      return { json: { id: '123' } }
    case '/api/graphql':
      return { json: { data: { create: { success: true } } } }
    case '/api/redirect/multipart-redirect-source':
      return { status: 308, headers: { Location: '/api/redirect/multipart-redirect-target' } }
    case '/api/redirect/multipart-redirect-target':
      return multipartFacts(call)
    case '/api/mix': {
      const cookie = url.searchParams.get('c')?.replace(':', '=') ?? ''
      const location = url.searchParams.get('r') ?? '/ping'
      return {
        status: Number(url.searchParams.get('s')),
        headers: { 'Set-Cookie': cookie, Location: location },
      }
    }
    case '/api/file-binary/binary-upload-octet-stream':
    case '/api/file-binary/binary-upload-json':
      return {
        json: {
          bytesReceived: content.length,
          sha256: createHash('sha256').update(content).digest('hex'),
          contentType: headers['content-type'],
          looksLikeSerializedNodeStream: content.includes('_readableState'),
          firstBytesUtf8: content.subarray(0, 64).toString(),
        },
      }
    case '/api/sse/finite':
      return {
        text: ['Hello', 'from', 'SSE'].map(word => `data: ${word}\n\n`).join(''),
        headers: { 'Content-Type': 'text/event-stream' },
      }
  }
  return { status: 404, text: `Cannot ${call.method} ${path}` }
}

function multipartFacts(call) {
  const { fields } = partsOf(call)
  const { method, headers } = call
  return { json: { status: 'success', method, headers, body: Object.fromEntries(fields) } }
}

/** Parses the elements of XML: each has a list of its children, or its text. */
function parsedXml(text) {
  const stack = [{}]
  const whole = text.replace(/<([\w:-]+)[^>]*\/>/g, '<$1></$1>')
  for (const [, close, name, words] of whole.matchAll(/<(\/?)([\w:-]+)[^>]*>|([^<]+)/g)) {
    const top = stack.at(-1)
    if (words !== undefined) {
      if (words.trim() !== '') top.words = words.trim()
    } else if (close === '') {
      stack.push({ name })
    } else {
      stack.pop()
      const { name: own, words: inner, ...children } = top
      const parent = stack.at(-1)
      const value = inner ?? (Object.keys(children).length === 0 ? '' : children)
      if (stack.length === 1) parent[own] = value
      else parent[own] = [...(parent[own] ?? []), value]
    }
  }
  return stack[0]
}

/** Responds with the received body and headers. */
export function answerBrunoEcho({ headers, content }) {
  const {
    host: _host,
    connection: _connection,
    'content-length': _length,
    'transfer-encoding': _coding,
    ...kept
  } = headers
  return { bytes: content, headers: { 'Content-Type': 'text/plain', ...kept } }
}

/** Responds with what the request's body describes. */
export function answerHttpFaker(call) {
  const { url, content } = call
  if (url.pathname.startsWith('/api/auth/digest/'))
    return digest({
      ...call,
      url: new URL(url.pathname.replace('/api/auth/digest/auth', '/digest-auth/auth'), url),
    })
  if (url.pathname === '/api/random/json') return { json: { filler: 'x'.repeat(1024 * 1024 - 13) } }
  const wanted = jsonOf(content) ?? {}
  const { type = 'text/plain', headers = {}, status = 200 } = wanted
  const body = wanted.contentBase64 === undefined ? text(wanted) : Buffer.from(wanted.contentBase64, 'base64')
  return { status, bytes: body, headers: { 'Content-Type': type, ...headers } }
}

function text({ content, contentJSON }) {
  return Buffer.from(contentJSON === undefined ? String(content ?? '') : JSON.stringify(contentJSON))
}
