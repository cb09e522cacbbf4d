import { failed, type HawkAuth, ok } from '@parley/model'
import { bytesOf, hmac, sha, utf8 } from '../../../basics/hashing.ts'
import { toBase64 } from '../../../basics/text/base64.ts'
import { preparationFailure } from '../../preparation-failure.ts'
import { authorizationHeader, nothingAdded } from '../auth-preview.ts'
import { type AuthScheme, nothingApplied } from '../auth-scheme.ts'
import { randomToken } from '../random-token.ts'
import type { SchemeAction, SchemePreview } from '../scheme-action.ts'

/** Hawk 1.0 (Hawk specification, "The Authorization Header"). */
const applyHawk: AuthScheme<HawkAuth> = async (auth, message, { clock, random }) => {
  if (auth.id === '' && auth.key === '') return ok(nothingApplied)
  const algorithm = auth.algorithm === 'sha1' ? 'SHA-1' : 'SHA-256'
  const timestamp = auth.timestamp.trim() || String(Math.floor(clock.now() / 1000))
  const nonce = auth.nonce.trim() || randomToken(random, 8)
  const content = bytesOf(message.content)
  if (auth.includePayloadHash && content === null)
    return failed(preparationFailure('authorization', 'AUTH_CONTENT_IN_FILE', 'Hawk’s payload hash'))
  const type = message.headers.find(field => field.name.toLowerCase() === 'content-type')?.value ?? ''
  const mediaType = type.replace(/;.*/s, '').trim().toLowerCase()
  const hash =
    auth.includePayloadHash && content !== null
      ? toBase64(await sha(algorithm, payload(mediaType, content)))
      : ''
  const { target, method } = message
  const lines = [
    'hawk.1.header',
    timestamp,
    nonce,
    method.toUpperCase(),
    target.pathAndQuery,
    target.host.toLowerCase(),
    String(target.port),
    hash,
    auth.ext.replaceAll('\\', '\\\\').replaceAll('\n', '\\n'),
    ...(auth.app === '' ? [] : [auth.app, auth.dlg]),
  ]
  const mac = toBase64(await hmac(algorithm, utf8(auth.key), utf8(`${lines.join('\n')}\n`)))
  const parts = { id: auth.id, ts: timestamp, nonce, hash, ext: auth.ext, mac, app: auth.app, dlg: auth.dlg }
  const listed = Object.entries(parts)
    .filter(([, text]) => text !== '')
    .map(([name, text]) => `${name}="${text.replace(/["\\]/g, '\\$&')}"`)
  return ok({
    ...nothingApplied,
    headers: [{ name: 'Authorization', value: `Hawk ${listed.join(', ')}` }],
    credentials: [{ placement: 'header', name: 'Authorization', secret: mac }],
    signed: { headerNames: new Set(hash === '' ? [] : ['content-type']), content: hash !== '' },
  })
}

function payload(mediaType: string, content: Uint8Array): Uint8Array {
  const start = utf8(`hawk.1.payload\n${mediaType}\n`)
  const whole = new Uint8Array(start.length + content.length + 1)
  whole.set(start)
  whole.set(content, start.length)
  whole[whole.length - 1] = 0x0a
  return whole
}

/** Lists what the scheme will add. */
export const previewHawk: SchemePreview<HawkAuth> = ({ id, key }) =>
  id === '' && key === '' ? nothingAdded : authorizationHeader(null)

/** The implementation of the scheme. */
export const hawkAction: SchemeAction<HawkAuth> = {
  apply: applyHawk,
  preview: previewHawk,
  validity: 'oneRequest',
}
