import { type DigestAuth, type HeaderField, ok } from '@parley/model'
import { bytesOf } from '../../../basics/hashing.ts'
import type {
  AnswerResponse,
  MessageFields,
  PlacedCredential,
  ResponseHeadFields,
} from '../../message/outbound-message.ts'
import type { Random } from '../../ports/engine-ports.ts'
import { authorizationHeader, nothingAdded } from '../auth-preview.ts'
import { type AuthPorts, type AuthScheme, nothingApplied } from '../auth-scheme.ts'
import type { AnsweredChallenge, ChallengeStore } from '../auth-session.ts'
import { randomToken } from '../random-token.ts'
import type { SchemeAction, SchemePreview } from '../scheme-action.ts'
import { hasNoCredentials } from './credentials.ts'
import { type DigestCredentials, digestCredentials } from './digest-credentials.ts'
import { parseChallenges, parseParameters } from './parse-challenges.ts'

/**
 * Digest (RFC 7616): answers a 401 within the send, then uses the nonce, with a count, in each later request
 * of the session.
 */
const applyDigest: AuthScheme<DigestAuth> = async (auth, message, ports) => {
  if (hasNoCredentials(auth)) return ok(nothingApplied)
  const session = new DigestSession(auth, ports)
  const credentials = await session.answerKnownChallenge(message)
  const { answerResponse } = session
  if (credentials === null) return ok({ ...nothingApplied, answerResponse })
  return ok({
    ...nothingApplied,
    headers: [fieldOf(credentials)],
    credentials: [placed(credentials)],
    answerResponse,
    signed: { headerNames: new Set(), content: credentials.coversContent },
  })
}

/** The challenges and responses of one send. */
class DigestSession {
  readonly #auth: DigestAuth
  readonly #random: Random
  readonly #store: ChallengeStore
  /** The number of challenges answered for each target. */
  readonly #answers = new Map<string, number>()

  constructor(auth: DigestAuth, { random, authSession }: Pick<AuthPorts, 'random' | 'authSession'>) {
    this.#auth = auth
    this.#random = random
    this.#store = authSession.challenges
  }

  /** Returns null if no challenge of this server is known. */
  async answerKnownChallenge(message: MessageFields): Promise<DigestCredentials | null> {
    const kept = this.#store.get(this.#key(message))
    return kept === undefined ? null : this.#answer(message, kept)
  }

  readonly answerResponse: AnswerResponse = async (message, head) => {
    if (head.statusCode !== 401) {
      this.#keepNextNonce(message, head)
      return null
    }
    const { targetUri } = message.target
    const earlier = this.#answers.get(targetUri) ?? 0
    const challenges = parseChallenges(head.headers)
      .filter(({ scheme }) => scheme === 'digest')
      .slice(0, mostChallenges)
    // The same challenge again means that user or password are wrong; a stale nonce does not.
    const isStale = challenges.some(({ parameters }) => parameters.get('stale')?.toLowerCase() === 'true')
    if (earlier > (isStale ? 1 : 0)) return null
    for (const { parameters } of challenges) {
      const challenge = { parameters, nonceCount: 0, cnonce: randomToken(this.#random, 32) }
      const credentials = await this.#answer(message, challenge)
      if (credentials === null) continue
      this.#answers.set(targetUri, earlier + 1)
      const headers = [...message.headers.filter(field => !isAuthorization(field)), fieldOf(credentials)]
      return { ...message, headers, credentials: [placed(credentials)] }
    }
    return null
  }

  async #answer(message: MessageFields, challenge: AnsweredChallenge): Promise<DigestCredentials | null> {
    const nonceCount = challenge.nonceCount + 1
    // Stored immediately, because another send may begin before this one is answered.
    this.#store.set(this.#key(message), { ...challenge, nonceCount })
    return digestCredentials(challenge.parameters, {
      ...this.#auth,
      method: message.method,
      pathAndQuery: message.target.pathAndQuery,
      content: bytesOf(message.content),
      cnonce: challenge.cnonce,
      nonceCount,
    })
  }

  /** A server may announce its next nonce in a response (RFC 7616 §3.5). */
  #keepNextNonce(message: MessageFields, { headers }: ResponseHeadFields): void {
    const key = this.#key(message)
    const kept = this.#store.get(key)
    const info = headers.find(field => field.name.toLowerCase() === 'authentication-info')
    const nonce = parseParameters(info?.value ?? '').get('nextnonce')
    if (kept === undefined || nonce === undefined) return
    const parameters = new Map([...kept.parameters, ['nonce', nonce]])
    this.#store.set(key, { parameters, nonceCount: 0, cnonce: randomToken(this.#random, 32) })
  }

  #key({ target: { scheme, host, port } }: MessageFields): string {
    return JSON.stringify([scheme, host.toLowerCase(), port, this.#auth.username])
  }
}

/** Servers offer one challenge for each algorithm (RFC 7616 §3.7), of which there are six. */
const mostChallenges = 20

const isAuthorization = (field: HeaderField) => field.name.toLowerCase() === 'authorization'

function fieldOf({ value }: DigestCredentials): HeaderField {
  return { name: 'Authorization', value }
}

function placed({ response }: DigestCredentials): PlacedCredential {
  return { placement: 'header', name: 'Authorization', secret: response }
}

/** Lists what the scheme will add. */
export const previewDigest: SchemePreview<DigestAuth> = auth =>
  hasNoCredentials(auth) ? nothingAdded : authorizationHeader(null)

/** The implementation of the scheme. */
export const digestAction: SchemeAction<DigestAuth> = {
  apply: applyDigest,
  preview: previewDigest,
  validity: 'oneRequest',
}
