/** What a request lacks that is not sent; each counts for one request that the other client sends. */
const unsent = [
  [/FILE_NOT_ALLOWED|FILE_NOT_READ|NO_FILE_SELECTED/g, 'a file that is not in the corpus'],
  [/NO_TOKEN/g, 'needs an authorization server'],
  [/AUTH_KEY_INVALID/g, 'the key is a text that is none'],
  [/AUTH_NOT_SUPPORTED|NTLM_NOT_SUPPORTED/g, 'an authorization that Parley lacks, which it says'],
  [
    /UNKNOWN_HOST_VARIABLE|MISSING_PATH_VARIABLE/g,
    'nothing is sent to an address with a gap (decisions, URL and Params)',
  ],
  [/INVALID_URL|UNSUPPORTED_SCHEME/g, 'the URL goes out as typed (decisions, Exactness)'],
  [/sendRequest is not available/g, 'sendRequest is for pre-request scripts only (spec 4.8, 4.10)'],
  [/Script error/g, 'a script that stops sends nothing (spec 4.2)'],
]

/** Rules that explain one difference of a pair. */
const rules = [
  {
    reason: 'a saved answer to a challenge of Digest is not sent without the challenge (RFC 9110)',
    holds: ({ kind, theirs, ours }) =>
      kind === 'fields' && /^authorization: Digest /m.test(theirs) && !/^authorization:/m.test(ours),
  },
  {
    reason: 'what may not stand in a target is percent-encoded (decisions, URL and Params)',
    holds: ({ kind, theirs, ours }) =>
      kind === 'target' && ours !== theirs && decoded(ours) === decoded(theirs),
  },
  {
    reason: 'fields that each client generates by itself',
    holds: ({ kind, theirs, ours }) =>
      kind === 'fields' && withoutGenerated(theirs) === withoutGenerated(ours),
  },
  {
    reason: 'a variable that is set to undefined has this text (decisions, Value stored as text)',
    holds: ({ ours = '' }) => /\bundefined\b/.test(ours),
  },
  {
    reason: 'comments in JSON go out as typed (decisions, Exactness)',
    holds: ({ kind, ours }) => kind === 'body' && /\/\/|\/\*|,\s*}/.test(ours),
  },
  {
    reason: 'GraphQL without variables is sent without them',
    holds: ({ kind, theirs, ours }) =>
      kind === 'body' && theirs.replace(/,"variables":\{\}\}$/, '}') === ours,
  },
]

/**
 * Explains the differences of a file by the rules that make them right.
 * @returns the number of each reason, and the differences without one
 */
export function explainDifferences({ differences, output }) {
  const reasons = new Map()
  const count = reason => reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  const gaps = unsent.flatMap(([pattern, reason]) => [...output.matchAll(pattern)].map(() => reason))
  const open = differences.filter(one => {
    const reason = one.kind === 'missing' ? gaps.shift() : rules.find(({ holds }) => holds(one))?.reason
    if (reason !== undefined) count(reason)
    return reason === undefined
  })
  return { reasons, open }
}

const generated =
  /^(?:accept|accept-encoding|cache-control|connection|content-length|postman-token|user-agent|request-start-time): .*\n?/gm

function withoutGenerated(fields) {
  return fields.replace(generated, '').trimEnd()
}

function decoded(target) {
  try {
    return decodeURIComponent(target)
  } catch {
    return target
  }
}
