import {
  type AppliedAuth,
  type AuthScheme,
  applyScheme,
  type MessageHeader,
  nothingApplied,
  previewAuth,
  type RequestMessage,
  signatureKeys,
  unsignedPayload,
} from '@parley/engine'
import { type EffectiveAuth, ok, type SignatureV4Auth } from '@parley/model'
import type { CodeAuth } from './code-request.ts'
import { authNames } from './code-text.ts'
import type { Placeholders } from './placeholders.ts'

/**
 * Puts a scheme into a message that becomes code. Bearer, API key, Basic and OAuth 2.0 are what a send makes of them.
 * What answers a server or signs each request is described for the libraries that can do it (a stand-in replaces its
 * header, so that the engine decides who gives way to whom); else the code has a sample of it.
 */
export class SchemeDescriber {
  readonly #placeholders: Placeholders
  /** Whether the URL that the schemes see has another host than the code. */
  readonly #isOriginOpen: () => boolean
  #described: CodeAuth = { type: 'none' }
  readonly notices: string[] = []

  constructor(placeholders: Placeholders, isOriginOpen: () => boolean) {
    this.#placeholders = placeholders
    this.#isOriginOpen = isOriginOpen
  }

  /** Returns the description if a header field is the one that it replaces. */
  describedBy({ name, value, writtenBy }: MessageHeader): CodeAuth | null {
    const isReplaced = writtenBy === undefined && name === authorization && value === described
    return isReplaced ? this.#described : null
  }

  readonly applyScheme: AuthScheme<EffectiveAuth> = async (auth, message, ports, signal) => {
    switch (auth.type) {
      case 'none':
      case 'bearer':
      case 'apiKey':
      case 'basic':
      case 'oauth2':
        return applyScheme(auth, message, ports, signal)
      case 'digest':
      case 'ntlm': {
        if (auth.username === '' && auth.password === '') return ok(nothingApplied)
        const domain = auth.type === 'ntlm' && auth.domain !== '' ? `${auth.domain}\\` : ''
        return this.#describe({
          type: auth.type,
          username: domain + auth.username,
          password: auth.password,
        })
      }
      case 'signatureV4':
        return auth.placement === 'header'
          ? this.#describeSignature(auth, message, ports, signal)
          : this.#sample(auth, message, ports, signal)
      case 'jwt':
      case 'wsse':
      case 'hawk':
      case 'oauth1':
        return this.#sample(auth, message, ports, signal)
    }
  }

  #describe(auth: CodeAuth) {
    this.#described = auth
    return ok({ ...nothingApplied, headers: [{ name: authorization, value: described }] })
  }

  /** The libraries write the date, and the hash of content that is signed; what else the engine adds is kept. */
  readonly #describeSignature: AuthScheme<SignatureV4Auth> = async (auth, message, ports, signal) => {
    const applied = await applyScheme(auth, message, ports, signal)
    if (!applied.ok || applied.value.signed === null) return applied
    const isKept = ({ name, value }: { readonly name: string; readonly value: string }) =>
      name === 'X-Amz-Security-Token' || value === unsignedPayload
    const headers = applied.value.headers.filter(isKept)
    return this.#describe({ type: 'signatureV4', ...signatureKeys(auth), headers })
  }

  /** What the engine makes of the scheme now, if all that it covers is known; a notice says that it is a sample. */
  readonly #sample: AuthScheme<SampledAuth> = async (auth, message, ports, signal) => {
    const preview = previewAuth(auth)
    const isBlank = preview.headers.length + preview.params.length === 0
    if (isBlank && !isInBody(auth)) return ok(nothingApplied)
    if (this.#isUnknown(auth, message)) return this.#leaveOut(auth)
    const applied = await applyScheme(auth, message, ports, signal)
    if (!applied.ok || applied.value === nothingApplied) return applied
    if (coversContent(applied.value) && hasOpenContent(message)) return this.#leaveOut(auth)
    this.notices.push(
      `The ${authNames[auth.type]} authorization in this code is a sample, made for one request. A server may refuse it later.`,
    )
    return applied
  }

  #leaveOut(auth: SampledAuth) {
    this.notices.push(
      `${authNames[auth.type]} authorization is worked out for each request and is not part of this code.`,
    )
    return ok(nothingApplied)
  }

  #isUnknown(auth: SampledAuth, { method, target, headers, content }: RequestMessage): boolean {
    if (this.#placeholders.areIn(auth)) return true
    if (auth.type === 'jwt' || auth.type === 'wsse') return false
    const texts = content.map(part => (part.kind === 'bytes' ? new TextDecoder().decode(part.bytes) : ''))
    return this.#isOriginOpen() || this.#placeholders.areIn([method, target.targetUri, headers, texts])
  }
}

type SampledAuth = Extract<EffectiveAuth, { type: 'jwt' | 'wsse' | 'hawk' | 'oauth1' | 'signatureV4' }>

/** Whether a signature holds for one content, or for one length or boundary of it. */
function coversContent({ signed }: AppliedAuth): boolean {
  return signed !== null && (signed.content || signed.headerNames.has('content-length'))
}

/** Files are not read, and the libraries choose the boundary of a form. */
function hasOpenContent({ outline }: RequestMessage): boolean {
  return outline.kind === 'file' || (outline.kind === 'multipart' && outline.parts.length > 0)
}

function isInBody(auth: SampledAuth): boolean {
  return auth.type === 'oauth1' && auth.placement === 'body' && auth.consumerKey !== ''
}

const authorization = 'Authorization'

/** Replaces the value of a field that the library of the code writes. */
const described = 'described'
