import { markName } from './mark-requests.mjs'

/** Fields that each client generates as it likes; they are compared only where a row of the request has them. */
const generated = new Set([
  ...['user-agent', 'accept', 'accept-encoding', 'cache-control', 'connection', 'host', 'postman-token'],
  ...['content-length', 'transfer-encoding', 'proxy-connection', 'pragma', 'request-start-time'],
])

/** What differs at each call: identifiers, times, signatures. */
const masks = [
  [/(oauth_(?:signature|nonce|timestamp)="?)[^",&]*/g, '$1ANY'],
  [/(\b(?:Signature|mac|ts|nonce|cnonce|response)=)"?[^",]*"?/g, '$1ANY'],
  [/\b\d{8}T\d{6}Z\b/g, 'DATE'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, 'UUID'],
  [/\b1[789]\d{8}(?:\d{3})?\b/g, 'TIME'],
  [/\b20[23]\d-\d\d-\d\dT[\d:.]+Z?/g, 'DATE'],
]

/**
 * Compares what two programs sent for the same file.
 * @param requests - the requests of the file by their marks; the header names in their texts count
 * @returns each difference: its kind, the name of the request, and both values
 */
export function compareRequests(theirs, ours, requests) {
  const differences = []
  for (const [one, other] of paired(theirs, ours)) {
    const { name = '', text = '' } = requests.get(markOf(one ?? other)) ?? {}
    const isTyped = field =>
      new RegExp(`"(?:key|name)"\\s*:\\s*"${field}"|^ *(?:- name: )?${field}\\b`, 'im').test(text)
    const { method, scheme, host, target } = one ?? other
    const place = { request: name, target: `${method} ${scheme}://${host}${target}` }
    if (one === undefined || other === undefined) {
      const body = (one ?? other).body.toString('latin1')
      differences.push({ kind: one === undefined ? 'more' : 'missing', ...place, body })
      continue
    }
    const add = (kind, their, our, isSame = their === our) => {
      if (!isSame) differences.push({ kind, ...place, theirs: their, ours: our })
    }
    add('method', one.method, other.method)
    add('host', one.host, other.host)
    add('target', masked(one.target), masked(other.target))
    const [fields, others] = [fieldsOf(one, isTyped), fieldsOf(other, isTyped)]
    for (const field of new Set([...fields.keys(), ...others.keys()]))
      add(`field ${field}`, fields.get(field) ?? '', others.get(field) ?? '')
    const [their, our] = [bodyOf(one), bodyOf(other)]
    add('body', their, our, withoutSpaces(their) === withoutSpaces(our))
  }
  const [before, after] = orders(theirs, ours, requests)
  if (before !== after)
    differences.push({ kind: 'order', request: '', target: '', theirs: before, ours: after })
  return differences
}

function markOf({ headers }) {
  const at = headers.findIndex(
    (name, index) => index % 2 === 0 && name.toLowerCase() === markName.toLowerCase(),
  )
  return at < 0 ? '' : headers[at + 1]
}

/** Pairs the calls of each request. Of what is left, one side has no mark: requests of scripts, and those that lost their headers. */
function paired(theirs, ours) {
  const pairs = []
  const [of, by] = [theirs, ours].map(calls => Map.groupBy(calls, markOf))
  const left = { theirs: [], ours: [] }
  const pair = (some, others, options) => {
    const rest = [[], []]
    for (const [one, other] of aligned(some, others, options)) {
      if (one !== undefined && other !== undefined) pairs.push([one, other])
      else if (one !== undefined) rest[0].push(one)
      else rest[1].push(other)
    }
    return rest
  }
  for (const mark of new Set([...of.keys(), ...by.keys()])) {
    if (mark === '') continue
    const [one, other] = pair(of.get(mark) ?? [], by.get(mark) ?? [], { pairsRest: true })
    left.theirs.push(...one)
    left.ours.push(...other)
  }
  const [unmarked, own] = pair(of.get('') ?? [], by.get('') ?? [])
  const [onlyTheirs, restOfOurs] = pair(left.theirs, own, { withBody: true })
  const [restOfTheirs, onlyOurs] = pair(unmarked, left.ours, { withBody: true })
  return [
    ...pairs,
    ...[...onlyTheirs, ...restOfTheirs].map(one => [one, undefined]),
    ...[...restOfOurs, ...onlyOurs].map(one => [undefined, one]),
  ]
}

/**
 * Pairs calls in their order: equal ones by their longest common sequence.
 * @param pairsRest - whether what is between them is paired one by one, too
 * @param withBody - whether their bodies have to be equal as well
 */
function aligned(theirs, ours, { pairsRest = false, withBody = false } = {}) {
  const keyOf = ({ method, host, target, body }) =>
    `${method} ${host} ${masked(target)} ${withBody ? body.toString('latin1') : ''}`
  const [left, right] = [theirs.map(keyOf), ours.map(keyOf)]
  const lengths = left.map(() => [])
  const lengthAt = (row, column) => lengths[row]?.[column] ?? 0
  for (let row = left.length - 1; row >= 0; row -= 1)
    for (let column = right.length - 1; column >= 0; column -= 1)
      lengths[row][column] =
        left[row] === right[column]
          ? lengthAt(row + 1, column + 1) + 1
          : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1))
  const pairs = []
  let gap = [[], []]
  const close = () => {
    const [one, other] = gap
    if (pairsRest)
      for (let at = 0; at < Math.max(one.length, other.length); at += 1) pairs.push([one[at], other[at]])
    else pairs.push(...one.map(call => [call, undefined]), ...other.map(call => [undefined, call]))
    gap = [[], []]
  }
  let [row, column] = [0, 0]
  while (row < left.length || column < right.length) {
    if (row < left.length && column < right.length && left[row] === right[column]) {
      close()
      pairs.push([theirs[row++], ours[column++]])
    } else if (
      column >= right.length ||
      (row < left.length && lengthAt(row + 1, column) >= lengthAt(row, column + 1))
    )
      gap[0].push(theirs[row++])
    else gap[1].push(ours[column++])
  }
  close()
  return pairs
}

/** Returns the order in which both sent the requests that both sent. */
function orders(theirs, ours, requests) {
  const marks = [theirs, ours].map(calls => new Set(calls.map(markOf)))
  const [before, after] = marks
  return marks.map(own =>
    [...own]
      .filter(mark => mark !== '' && before.has(mark) && after.has(mark))
      .map(mark => requests.get(mark)?.name)
      .join('\n'),
  )
}

function masked(text) {
  return masks.reduce((masking, [pattern, by]) => masking.replace(pattern, by), text)
}

/** Returns the values of each name, each on a line. */
function fieldsOf({ headers }, isTyped) {
  const fields = new Map()
  for (let at = 0; at < headers.length; at += 2) {
    const [name, value] = [headers[at].toLowerCase(), headers[at + 1]]
    if (name === markName.toLowerCase() || (generated.has(name) && !isTyped(name))) continue
    const text = masked(withoutBoundary(value, headers))
    const own = name === 'authorization' ? credentials(text) : text
    fields.set(name, fields.has(name) ? `${fields.get(name)}\n${own}` : own)
  }
  return fields
}

/** The parameters of credentials have no order (RFC 9110, 11.4; RFC 5849, 3.5.1), and some clients put no space between them. */
function credentials(text) {
  const [, scheme, rest] = /^(\w+) (\w+=.*,.*)$/s.exec(text) ?? []
  return rest === undefined ? text : `${scheme} ${rest.split(/, */).toSorted().join(',')}`
}

function boundaryOf(headers) {
  const type = headers.find((_, index) => index % 2 === 1 && /^multipart\//i.test(headers[index]))
  return /boundary="?([^";]+)/i.exec(type ?? '')?.[1]
}

function withoutBoundary(text, headers) {
  const boundary = boundaryOf(headers)
  return boundary === undefined ? text : text.replaceAll(boundary, 'BOUNDARY')
}

function bodyOf({ body, headers }) {
  return masked(withoutBoundary(body.toString('latin1'), headers))
}

/** White space between the values of JSON does not count: Bruno and Hoppscotch write it anew, and Parley sends it as typed. */
export function withoutSpaces(text) {
  return /^\s*[[{]/.test(text) ? text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1') : text
}
