/**
 * The part of a k6 script that is the same for all tests: it fills in names, sends requests as they are written and checks
 * responses. It works with k6 1.0 and newer.
 */
export const k6Runtime = `
const errors = new Rate('errors')

/** Whether a request failed, also by one of its checks. */
const encoders = {
  plain: value => value,
  url: value => replaceAll(value, /[^!#$%&'()*+,\\/:;=?@\\[\\]~\\-._A-Za-z0-9]+/g, encodeURIComponent),
  form: value =>
    replaceAll(value, /[^A-Za-z0-9*\\-._]+/g, run =>
      replaceAll(encodeURIComponent(run), /[!'()~]/g, one => '%' + one.charCodeAt(0).toString(16).toUpperCase()).split('%20').join('+'),
    ),
  json: value => JSON.stringify(value).slice(1, -1),
  strict: value =>
    replaceAll(encodeURIComponent(value), /[!'()*]/g, one => '%' + one.charCodeAt(0).toString(16).toUpperCase()),
}

function replaceAll(text, pattern, replaced) {
  return text.replace(pattern, found => replaced(found))
}

function uuid() {
  const digit = () => Math.floor(Math.random() * 16).toString(16)
  const digits = count => Array.from({ length: count }, digit).join('')
  const variant = '89ab'.charAt(Math.floor(Math.random() * 4))
  return [digits(8), digits(4), '4' + digits(3), variant + digits(3), digits(12)].join('-')
}

const dynamic = {
  $guid: uuid,
  $randomUUID: uuid,
  $timestamp: () => String(Math.floor(Date.now() / 1000)),
  $isoTimestamp: () => new Date().toISOString(),
  $randomInt: () => String(Math.floor(Math.random() * 1001)),
}

const has = (object, name) => Object.prototype.hasOwnProperty.call(object, name)

// Each user has a copy of these.
const values = Object.assign(Object.create(null), initial)
const tokensUntil = Object.create(null)
let dataRow = {}

function valueOf(name, encoding) {
  const known = has(dynamic, name)
    ? dynamic[name]()
    : has(dataRow, name)
      ? dataRow[name]
      : name in values
        ? values[name]
        : has(secrets, name)
          ? __ENV[secrets[name]]
          : '{{' + name + '}}'
  return encoders[encoding](known)
}

function fill(pieces) {
  return pieces.map(piece => (typeof piece === 'string' ? piece : valueOf(piece[0], piece[1]))).join('')
}

function utf8(text) {
  const bytes = []
  for (const character of text) {
    const escaped = encodeURIComponent(character)
    if (escaped.length < 3) bytes.push(escaped.charCodeAt(0))
    else if (escaped.charAt(0) !== '%') bytes.push(escaped.charCodeAt(0))
    else for (let at = 1; at < escaped.length; at += 3) bytes.push(parseInt(escaped.slice(at, at + 2), 16))
  }
  return Uint8Array.from(bytes)
}

function joined(pieces) {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole.buffer
}

/** Returns the content of a request and the header that it needs. */
function contentOf(content) {
  if (content === undefined) return { body: null, type: null }
  if (content.text !== undefined) return { body: fill(content.text), type: null }
  if (content.file !== undefined) return { body: files[content.file], type: null }
  const boundary = 'parley-' + uuid()
  const pieces = []
  for (const part of content.parts) {
    pieces.push(utf8('--' + boundary + '\\r\\n' + fill(part.head) + '\\r\\n\\r\\n'))
    pieces.push(part.file === undefined ? utf8(fill(part.text)) : new Uint8Array(files[part.file]))
    pieces.push(utf8('\\r\\n'))
  }
  pieces.push(utf8('--' + boundary + '--\\r\\n'))
  return { body: joined(pieces), type: 'multipart/form-data; boundary=' + boundary }
}

function headersOf(request, type) {
  /** @type {Record<string, string>} */
  const headers = Object.create(null)
  for (const [name, value] of request.headers || []) {
    const field = fill(name)
    const before = Object.keys(headers).find(one => one.toLowerCase() === field.toLowerCase())
    const separator = field.toLowerCase() === 'cookie' ? '; ' : ', '
    if (before === undefined) headers[field] = fill(value)
    else headers[before] += separator + fill(value)
  }
  if (type !== null) headers['Content-Type'] = type
  if (request.basic !== undefined)
    headers.Authorization = 'Basic ' + encoding.b64encode(request.basic.map(fill).join(':'))
  return headers
}

const redirects = [301, 302, 303, 307, 308]
const missing = {}

function headerOf(response, name) {
  const found = Object.keys(response.headers).find(one => one.toLowerCase() === name.toLowerCase())
  return found === undefined ? missing : response.headers[found]
}

function partOf(response, source) {
  if (source.kind === 'status') return response.status
  if (source.kind === 'time') return response.timings.duration
  if (source.kind === 'header') return headerOf(response, source.name)
  if (source.kind === 'text') return String(response.body || '')
  let value
  try {
    value = JSON.parse(String(response.body))
  } catch (_) {
    return missing
  }
  for (const step of source.path) {
    const isThere = Array.isArray(value)
      ? typeof step === 'number' && step < value.length
      : typeof value === 'object' && value !== null && has(value, step)
    if (!isThere) return missing
    value = value[step]
  }
  return value
}

const isNumber = (one, other) => typeof one === 'number' && typeof other === 'number'
const canHold = value => typeof value === 'string' || Array.isArray(value)

const operators = {
  eq: (actual, value) => actual === value,
  neq: (actual, value) => actual !== value,
  gt: (actual, value) => isNumber(actual, value) && actual > value,
  gte: (actual, value) => isNumber(actual, value) && actual >= value,
  lt: (actual, value) => isNumber(actual, value) && actual < value,
  lte: (actual, value) => isNumber(actual, value) && actual <= value,
  contains: (actual, value) => canHold(actual) && actual.includes(value),
  notContains: (actual, value) => canHold(actual) && !actual.includes(value),
  exists: actual => actual !== missing,
  missing: actual => actual === missing,
}

const textOf = value => (typeof value === 'string' ? value : JSON.stringify(value))
const originOf = url => url.split('/').slice(0, 3).join('/').split('?')[0]

/** Returns the address that a redirect leads to. */
function following(address, target) {
  if (target.indexOf('://') > 0) return target
  if (target.indexOf('//') === 0) return address.split('//')[0] + target
  if (target.charAt(0) === '/') return originOf(address) + target
  return address.split('?')[0].split('/').slice(0, -1).join('/') + '/' + target
}

function send(label, request) {
  for (const [name, text] of request.sets || []) values[name] = text
  const { body, type } = contentOf(request.content)
  let message = { method: request.method, body, headers: headersOf(request, type) }
  let address = fill(request.url)
  let problem = null
  let response
  for (let count = 0; ; count += 1) {
    const params = { headers: message.headers, redirects: 0, tags: { name: label } }
    if (request.timeout !== undefined) params.timeout = request.timeout
    response = http.request(message.method, address, message.body, params)
    const target = headerOf(response, 'Location')
    if (request.follow === false || !redirects.includes(response.status) || target === missing) break
    const next = following(address, target)
    if (originOf(next) !== originOf(address)) problem = 'A redirect to another server is not followed'
    else if (count === 10) problem = 'There were more than 10 redirects'
    if (problem !== null) break
    const isGet = response.status === 303 && message.method !== 'HEAD'
    if (isGet || ((response.status === 301 || response.status === 302) && message.method === 'POST')) {
      const kept = Object.entries(message.headers).filter(([name]) => name.toLowerCase().indexOf('content-') !== 0)
      message = { method: 'GET', body: null, headers: Object.assign(Object.create(null), Object.fromEntries(kept)) }
    }
    address = next
  }
  judge(label, response, request.checks || [], problem)
  for (const [name, source] of request.captures || []) {
    const value = partOf(response, source)
    if (value !== missing) values[name] = textOf(value)
  }
  return response
}

function judge(label, response, checks, problem) {
  const tags = { name: label }
  const all = {}
  for (const [name, source, operator, value] of checks)
    all[name] = (all[name] || []).concat([() => operators[operator](partOf(response, source), value)])
  if (problem !== null) all[problem] = [() => false]
  else if (!checks.some(([, source]) => source.kind === 'status'))
    all['The status is below 400'] = [() => response.status > 0 && response.status < 400]
  const holds = {}
  for (const name of Object.keys(all)) holds[name] = () => all[name].every(one => one())
  errors.add(!check(response, holds, tags), tags)
}

function token(name, request) {
  if ((tokensUntil[name] || 0) > Date.now()) return
  const response = send(name, Object.assign({ follow: false }, request))
  const text = partOf(response, { kind: 'json', path: ['access_token'] })
  if (text === missing) return
  const lifetime = partOf(response, { kind: 'json', path: ['expires_in'] })
  values[name] = textOf(text)
  tokensUntil[name] = Date.now() + ((typeof lifetime === 'number' ? lifetime : 3600) - 5) * 1000
}

function think() {
  if (thinkTime[1] > 0) sleep(thinkTime[0] + Math.random() * (thinkTime[1] - thinkTime[0]))
}

/** Reads data rows (RFC 4180): names in the first line. */
function rowsOf(csv) {
  const lines = [[]]
  let field = ''
  let isQuoted = false
  for (let at = 0; at < csv.length; at += 1) {
    const character = csv.charAt(at)
    if (isQuoted && character === '"' && csv.charAt(at + 1) === '"') {
      field += '"'
      at += 1
    } else if (character === '"') isQuoted = !isQuoted
    else if (isQuoted) field += character
    else if (character === ',' || character === '\\n') {
      lines[lines.length - 1].push(field)
      field = ''
      if (character === '\\n') lines.push([])
    } else if (character !== '\\r') field += character
  }
  const [names, ...rows] = lines.slice(0, -1)
  return rows.map(row => Object.fromEntries(names.map((name, at) => [name, row[at]])))
}

function beginRound() {
  if (rows.length > 0) dataRow = rows[exec.scenario.iterationInTest % rows.length]
}
`
