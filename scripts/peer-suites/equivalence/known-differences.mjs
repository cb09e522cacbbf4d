import { withoutSpaces } from './compare-requests.mjs'
import { knownCases } from './known-differences-cases.mjs'

/** Why the very request was not sent, by the failure that `parley run` reports for it. */
const unsent = [
  [/^(?:FILE_NOT_ALLOWED|FILE_NOT_READ|NO_FILE_SELECTED)/, 'a file that is not in the corpus'],
  [/^NO_TOKEN/, 'needs an authorization server'],
  [/^AUTH_KEY_INVALID/, 'the key is a text that is none'],
  [/^(?:AUTH_NOT_SUPPORTED|NTLM_NOT_SUPPORTED)/, 'an authorization that Parley lacks, which it says'],
  [
    /^(?:UNKNOWN_HOST_VARIABLE|MISSING_PATH_VARIABLE)/,
    'nothing is sent to an address with a gap (behaviour, URL and Params)',
  ],
  [/sendRequest is not available/, 'sendRequest is for pre-request scripts only (behaviour 4.8, 4.10)'],
  [/A script can make at most 5 requests/, 'a script makes at most 5 requests (behaviour, 6th sendRequest)'],
  [
    /is not supported/,
    'a member that scripts lack stops the script (behaviour 4.8; behaviour, Not supported members)',
  ],
]

/** Rules that explain one difference of a pair, each by what both values have to be. */
const rules = [
  {
    reason: 'a saved answer to a challenge of Digest is not sent without the challenge (RFC 9110)',
    holds: ({ kind, theirs, ours }) =>
      kind === 'field authorization' && theirs.startsWith('Digest ') && ours === '',
  },
  {
    reason: 'what may not stand in a target is percent-encoded (behaviour, URL and Params)',
    holds: ({ kind, theirs, ours }) => kind === 'target' && decoded(ours) === decoded(theirs),
  },
  {
    reason: 'a variable that is set to undefined has this text (behaviour, Value stored as text)',
    holds: ({ theirs, ours }) => ours.includes('undefined') && isFilledWithUndefined(theirs, ours),
  },
  {
    reason: 'comments in JSON go out as typed (behaviour, Exactness)',
    holds: ({ kind, theirs, ours }) =>
      kind === 'body' && withoutSpaces(withoutComments(ours)) === withoutSpaces(theirs),
  },
  {
    reason: 'GraphQL without variables is sent without them',
    holds: ({ kind, theirs, ours }) =>
      kind === 'body' && withoutSpaces(theirs).replace(/,"variables":\{\}\}$/, '}') === withoutSpaces(ours),
  },
  {
    reason:
      'a token has the header and the payload as typed, and its type (behaviour, Exactness; RFC 7519 §5.1)',
    holds: ({ kind, theirs, ours }) =>
      kind === 'field authorization' && tokenOf(theirs) !== '' && tokenOf(theirs) === tokenOf(ours),
  },
  {
    reason: 'Parley gets a token of OAuth 2.0, and the command line of the client does not',
    holds: ({ kind, theirs, ours, body }) =>
      kind === 'more'
        ? /(?:^|&)grant_type=/.test(body)
        : (kind === 'field authorization' && theirs === '' && /^(?:\S+ )?t$/.test(ours)) ||
          (kind === 'target' && ours === `${theirs}?access_token=t`),
  },
  {
    reason: 'parameters of OAuth 1.0 have no order, and are percent-encoded (RFC 5849 §3.5)',
    holds: ({ kind, theirs, ours }) =>
      (kind === 'field authorization' && ours.startsWith('OAuth ') && decoded(ours) === decoded(theirs)) ||
      (kind === 'target' && ours.includes('oauth_nonce') && sortedQuery(ours) === sortedQuery(theirs)),
  },
  {
    reason: 'unset removes the value of the session, and that of the environment stays (behaviour 4.5)',
    holds: ({ kind, path, theirs, ours }) =>
      kind === 'body' &&
      path.endsWith('OSS-CGS-New-Deployment-FSP-Setup.postman_collection.json') &&
      isFilled(theirs, ours, ['partyIdType', 'partyIdentifier', 'requestId', 'transferId']),
  },
  {
    reason: 'the client adds a Referer when it follows a redirect',
    holds: ({ kind, theirs, ours }) => kind === 'field referer' && /^https?:/.test(theirs) && ours === '',
  },
  {
    reason: 'Akamai EdgeGrid is no scheme of Parley, which the import says',
    holds: ({ kind, theirs, ours }) =>
      kind === 'field authorization' && theirs.startsWith('EG1-HMAC-SHA256 ') && ours === '',
  },
  {
    reason: 'folders run before requests, as in the app of Hoppscotch; its command line does the opposite',
    holds: ({ kind, peer, theirs, ours }) =>
      kind === 'order' && peer === 'Hoppscotch' && isSameInFolders(theirs, ours),
  },
  {
    reason: 'bru.runRequest (behaviour 4.8)',
    holds: ({ kind, peer, path, theirs, ours }) =>
      kind === 'order' &&
      peer === 'Bruno' &&
      path.endsWith('bruno-tests/collection/bruno.json') &&
      withoutName(theirs, 'ping') === withoutName(ours, 'ping'),
  },
  {
    reason:
      'a JSON body goes out as typed (behaviour, Exactness); Bruno sends one that is no JSON as a text of JSON',
    holds: ({ kind, peer, theirs, ours }) =>
      kind === 'body' && peer === 'Bruno' && theirs === JSON.stringify(ours),
  },
]

/** Returns an order without a request that a script of another one calls. */
function withoutName(order, name) {
  return order
    .split('\n')
    .filter(one => one !== name)
    .join('\n')
}

/** Returns whether the requests of each folder have the same order. */
function isSameInFolders(theirs, ours) {
  const [before, after] = [theirs, ours].map(text =>
    Map.groupBy(text.split('\n'), name => name.slice(0, name.lastIndexOf('/') + 1)),
  )
  return [...before].every(([folder, names]) => after.get(folder)?.join('\n') === names.join('\n'))
}

/**
 * Explains the differences of a file by the rules that make them right, by the failures of the same requests, and by the list of
 * single cases.
 * @returns the number of each reason, and the differences without one
 */
export function explainDifferences({ peer, path, differences, failures }) {
  const reasons = new Map()
  const open = differences.filter(one => {
    const reason =
      rules.find(({ holds }) => holds({ theirs: '', ours: '', ...one, peer, path }))?.reason ??
      (one.kind === 'missing' ? unsentReason(one.request, failures) : undefined) ??
      knownCases.find(known => isCase(known, path, one))?.reason
    if (reason !== undefined) reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
    return reason === undefined
  })
  return { reasons, open }
}

function isCase(known, path, { kind, request, target, theirs, ours }) {
  return (
    path.endsWith(known.file) &&
    kind === known.kind &&
    [undefined, request || target].includes(known.request) &&
    [undefined, theirs].includes(known.theirs) &&
    [undefined, ours].includes(known.ours)
  )
}

function unsentReason(request, failures) {
  const own = failures.filter(({ name }) => request !== '' && `/${name}`.endsWith(`/${request}`))
  const said = own.flatMap(({ reasons }) => reasons)
  return unsent.find(([pattern]) => said.some(text => pattern.test(text)))?.[1]
}

/** Decodes each escape that is UTF-8. */
function decoded(target) {
  return target.replace(/(?:%[\da-f]{2})+/gi, escapes => {
    try {
      return decodeURIComponent(escapes)
    } catch {
      return escapes
    }
  })
}

/** Returns whether one text has an unfilled name, the value of the environment, or nothing, wherever the other has `undefined`. */
function isFilledWithUndefined(theirs, ours) {
  const pieces = ours.split('undefined').map(piece => RegExp.escape(piece))
  return new RegExp(`^${pieces.join('(?:\\{\\{[^{}]*\\}\\}|undefined|null|value\\d+|)')}$`, 's').test(theirs)
}

function withoutComments(json) {
  return json.replace(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\/|,(?=\s*[}\]])/g, '$1')
}

/** Returns whether one text has the other's unfilled names with a value. */
function isFilled(theirs, ours, names) {
  const pieces = theirs
    .split(new RegExp(`\\{\\{(?:${names.join('|')})\\}\\}`))
    .map(piece => RegExp.escape(piece))
  return pieces.length > 1 && new RegExp(`^${pieces.join('value\\d+')}$`).test(ours)
}

function sortedQuery(target) {
  const [path, query = ''] = target.split('?')
  return `${path}?${query.split('&').toSorted().join('&')}`
}

/** Returns the members of the header, but its type, and of the payload of a JSON Web Token; '' for something else. */
function tokenOf(credentials) {
  const [, header, payload] = /^Bearer ([\w-]+)\.([\w-]+)\.[\w-]*$/.exec(credentials) ?? []
  if (payload === undefined) return ''
  const read = text => JSON.parse(Buffer.from(text, 'base64url').toString())
  const { typ: _typ, ...members } = read(header)
  return JSON.stringify([Object.entries(members).sort(), read(payload)])
}
