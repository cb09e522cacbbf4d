/** Fields that each client generates as it likes; they are compared only where a row of the file has them. */
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
 * @param source - the text of the file, whose names of headers count
 * @returns a line for each difference: its place, kind, and both values
 */
export function compareRequests(theirs, ours, source) {
  const differences = []
  const isTyped = name => new RegExp(`"(?:key|name)"\\s*:\\s*"${name}"|^ {2}${name}:`, 'im').test(source)
  for (const [one, other] of aligned(theirs, ours)) {
    if (one === undefined || other === undefined) {
      const { method, scheme, host, target } = one ?? other
      const kind = one === undefined ? 'more' : 'missing'
      differences.push({ kind, target: `${method} ${scheme}://${host}${target}` })
      continue
    }
    const add = (kind, their, our) => {
      if (their !== our) differences.push({ kind, target: one.target, theirs: their, ours: our })
    }
    add('method', one.method, other.method)
    add('host', one.host, other.host)
    add('target', masked(one.target), masked(other.target))
    add('fields', fieldsOf(one, isTyped), fieldsOf(other, isTyped))
    add('body', bodyOf(one), bodyOf(other))
  }
  return differences
}

/** Pairs requests in their order: equal ones by their longest common sequence, and what lies between them one by one. */
function aligned(theirs, ours) {
  const keyOf = ({ method, host, target }) => `${method} ${host} ${masked(target)}`
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
    for (let at = 0; at < Math.max(one.length, other.length); at += 1) pairs.push([one[at], other[at]])
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

function masked(text) {
  return masks.reduce((masking, [pattern, by]) => masking.replace(pattern, by), text)
}

function fieldsOf({ headers }, isTyped) {
  const lines = []
  for (let at = 0; at < headers.length; at += 2) {
    const [name, value] = [headers[at], headers[at + 1]]
    if (generated.has(name.toLowerCase()) && !isTyped(name)) continue
    const text = masked(withoutBoundary(value, headers))
    // Some clients put no space between the parameters of credentials.
    lines.push(
      `${name.toLowerCase()}: ${name.toLowerCase() === 'authorization' ? text.replaceAll(', ', ',') : text}`,
    )
  }
  return lines.toSorted().join('\n')
}

function boundaryOf(headers) {
  const type = headers.find((_, index) => index % 2 === 1 && /^multipart\//i.test(headers[index]))
  return /boundary="?([^";]+)/i.exec(type ?? '')?.[1]
}

function withoutBoundary(text, headers) {
  const boundary = boundaryOf(headers)
  return boundary === undefined ? text : text.replaceAll(boundary, 'BOUNDARY')
}

/** White space between the values of JSON does not count: Bruno and Hoppscotch write it anew, and Parley sends it as typed. */
function bodyOf({ body, headers }) {
  const text = masked(withoutBoundary(body.toString('latin1'), headers))
  return /^\s*[[{]/.test(text) ? text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1') : text
}
