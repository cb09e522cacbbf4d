import {
  type AppliedAuth,
  type AuthScheme,
  engineSchemes,
  type MessageHeader,
  nothingApplied,
  parleySchemes,
  previewAuth,
  type RequestMessage,
  type SchemeAction,
  type SchemeSet,
  signatureKeys,
  unsignedPayload,
} from '@parley/engine'
import {
  type AnyAuth,
  type AuthByType,
  authShortName,
  type EffectiveAuth,
  ok,
  type SignatureV4Auth,
} from '@parley/model'
import { tokenName } from './code-ports.ts'
import type { CodeAuth } from './code-request.ts'
import type { Placeholders } from './placeholders.ts'

/**
 * Applies schemes to a message that becomes code. Bearer, API key, Basic and OAuth 2.0 are applied as in a
 * send. Schemes that respond to a server or sign each request become a description for libraries that support
 * them (a placeholder header represents them, so that the engine resolves conflicts between headers); for
 * other libraries the code contains a sample.
 */
export class SchemeDescriber {
  readonly #placeholders: Placeholders
  /** Returns whether the schemes see a URL with another host than the code. */
  readonly #isOriginOpen: () => boolean
  #described: CodeAuth = { type: 'none' }
  readonly notices: string[] = []

  constructor(placeholders: Placeholders, isOriginOpen: () => boolean) {
    this.#placeholders = placeholders
    this.#isOriginOpen = isOriginOpen
    const actions = Object.entries(parleySchemes.actions).map(
      ([type, action]) => [type, this.#actionInCode(type, action)] as const,
    )
    this.schemes = { ...parleySchemes, actions: Object.fromEntries(actions) }
  }

  /** Returns the description if a header field is its placeholder. */
  describedBy({ name, value, writtenBy }: MessageHeader): CodeAuth | null {
    const isReplaced = writtenBy === undefined && name === authorization && value === described
    return isReplaced ? this.#described : null
  }

  /** The schemes as code has them. */
  readonly schemes: SchemeSet
  /** Those that the libraries of the code can carry out, and those that need a notice. */
  readonly #libraries: Described = {
    digest: { apply: async auth => this.#describeUser(auth, auth.username) },
    ntlm: {
      apply: async auth =>
        this.#describeUser(auth, auth.domain === '' ? auth.username : `${auth.domain}\\${auth.username}`),
    },
    signatureV4: {
      apply: (auth, message, ports, signal) =>
        auth.placement === 'header'
          ? this.#describeSignature(auth, message, ports, signal)
          : this.#sample(auth, message, ports, signal),
    },
    oauth2: {
      apply: async (auth, message, ports, signal) => {
        if (auth.grantType !== 'pasteAccessToken')
          this.notices.push(`This code does not fetch an access token. Replace {{${tokenName}}} with one.`)
        return engineSchemes.oauth2.apply(auth, message, ports, signal)
      },
    },
  }

  #actionInCode(type: string, action: SchemeAction<AnyAuth>): SchemeAction<AnyAuth> {
    const described: Readonly<Record<string, Applying<AnyAuth> | undefined>> = this.#libraries
    const isSample = action.validity !== 'unlimited'
    return { ...action, ...(described[type] ?? (isSample ? { apply: this.#sample } : {})) }
  }

  #describeUser(auth: AuthByType['digest' | 'ntlm'], username: string) {
    const { type, password } = auth
    if (auth.username === '' && password === '') return ok(nothingApplied)
    return this.#describe({ type, username, password })
  }

  #describe(auth: CodeAuth) {
    this.#described = auth
    return ok({ ...nothingApplied, headers: [{ name: authorization, value: described }] })
  }

  /** The libraries write the date and the hash of signed content; other fields from the engine are kept. */
  readonly #describeSignature: AuthScheme<SignatureV4Auth> = async (auth, message, ports, signal) => {
    const applied = await engineSchemes.signatureV4.apply(auth, message, ports, signal)
    if (!applied.ok || applied.value.signed === null) return applied
    const isKept = ({ name, value }: { readonly name: string; readonly value: string }) =>
      name === 'X-Amz-Security-Token' || value === unsignedPayload
    const headers = applied.value.headers.filter(isKept)
    return this.#describe({ type: 'signatureV4', ...signatureKeys(auth), headers })
  }

  /** What the engine makes of the scheme now, if all that it covers is known; a notice says that it is a sample. */
  readonly #sample: AuthScheme<AnyAuth> = async (auth, message, ports, signal) => {
    const action = parleySchemes.actions[auth.type]
    const { headers, params, isInContent } = previewAuth(auth)
    if (action === undefined || (headers.length + params.length === 0 && isInContent !== true))
      return ok(nothingApplied)
    if (this.#isUnknown(auth, action, message)) return this.#leaveOut(auth)
    const applied = await action.apply(auth, message, ports, signal)
    if (!applied.ok || applied.value === nothingApplied) return applied
    if (coversContent(applied.value) && hasOpenContent(message)) return this.#leaveOut(auth)
    this.notices.push(
      `The ${authShortName(auth.type)} authorization in this code is a sample, computed for one request. A server may reject it later.`,
    )
    return applied
  }

  #leaveOut(auth: AnyAuth) {
    this.notices.push(
      `${authShortName(auth.type)} authorization is computed for each request and is not part of this code.`,
    )
    return ok(nothingApplied)
  }

  #isUnknown(
    auth: AnyAuth,
    { validity }: SchemeAction<AnyAuth>,
    { method, target, headers, content }: RequestMessage,
  ): boolean {
    if (this.#placeholders.areIn(auth)) return true
    if (validity === 'untilItExpires') return false
    const texts = content.map(part => (part.kind === 'bytes' ? new TextDecoder().decode(part.bytes) : ''))
    return this.#isOriginOpen() || this.#placeholders.areIn([method, target.targetUri, headers, texts])
  }
}

type Applying<Auth extends AnyAuth> = Pick<SchemeAction<Auth>, 'apply'>

type Described = { readonly [Type in EffectiveAuth['type']]?: Applying<AuthByType[Type]> }

/** Returns whether a signature is valid only for one content, or one length or boundary of it. */
function coversContent({ signed }: AppliedAuth): boolean {
  return signed !== null && (signed.content || signed.headerNames.has('content-length'))
}

/**
 * Returns whether the content is unknown, because files are not read and libraries choose the boundary of a
 * form.
 */
function hasOpenContent({ outline }: RequestMessage): boolean {
  return outline.kind === 'file' || (outline.kind === 'multipart' && outline.parts.length > 0)
}

const authorization = 'Authorization'

/** The value of the placeholder for a field that the library writes. */
const described = 'described'
