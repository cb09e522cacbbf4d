import {
  failed,
  type HeaderField,
  ok,
  type Result,
  type SendFailure,
  type SignatureV4Auth,
} from '@parley/model'
import { bytesOf, sha, toHex } from '../../../basics/hashing.ts'
import { preparationFailure } from '../../preparation-failure.ts'
import type { RequestMessage } from '../../rendered-request.ts'
import { type AuthPreview, nothingAdded, unknownFields } from '../auth-preview.ts'
import { type AppliedAuth, type AuthScheme, nothingApplied } from '../auth-scheme.ts'
import type { SchemeAction } from '../scheme-action.ts'
import { withParams } from '../with-params.ts'
import { type SignatureScope, signatureAlgorithm, signedHeaderNames, signV4 } from './sign-v4.ts'

/** The lifetime of a presigned URL in seconds. */
const presignedSeconds = '3600'
/** The value of `X-Amz-Content-Sha256` if the payload is not signed. */
export const unsignedPayload = 'UNSIGNED-PAYLOAD'

/** Services whose signatures use the path unchanged and allow an unsigned payload. */
const storageServices: ReadonlySet<string> = new Set(['s3', 's3express', 's3-object-lambda', 's3-outposts'])

/** Signature Version 4 (behaviour 5.1), in headers or as a presigned URL. It signs the message as built. */
const applySignatureV4: AuthScheme<SignatureV4Auth> = async (auth, message, { clock }) => {
  if (auth.accessKeyId.trim() === '' && auth.secretAccessKey.trim() === '') return ok(nothingApplied)
  const missing = auth.accessKeyId.trim() === '' ? 'Access Key ID' : 'Secret Access Key'
  if (auth.accessKeyId.trim() === '' || auth.secretAccessKey.trim() === '')
    return failed(preparationFailure('authorization', 'AUTH_FIELD_MISSING', missing))
  const scope = scopeOf(auth, message.headers, clock.now())
  return auth.placement === 'header'
    ? signInHeaders(auth.sessionToken.trim(), scope, message)
    : signInQuery(auth.sessionToken.trim(), scope, message)
}

/** Returns the fields as they are used for signing: an empty region or service means the default (behaviour 8). */
export function signatureKeys(auth: SignatureV4Auth) {
  return {
    accessKeyId: auth.accessKeyId.trim(),
    secretAccessKey: auth.secretAccessKey.trim(),
    region: auth.region.trim() || 'us-east-1',
    service: auth.service.trim() || 'execute-api',
  }
}

function scopeOf(auth: SignatureV4Auth, headers: readonly HeaderField[], nowMs: number): SignatureScope {
  const keys = signatureKeys(auth)
  const ownDate = headers.find(field => field.name.toLowerCase() === 'x-amz-date')?.value ?? ''
  const isStorage = storageServices.has(keys.service.toLowerCase())
  return {
    ...keys,
    timestamp: /^\d{8}T\d{6}Z$/.test(ownDate)
      ? ownDate
      : new Date(nowMs).toISOString().replace(/[-:]|\.\d+/g, ''),
    normalizesPath: !isStorage,
    encodesPathAgain: !isStorage,
  }
}

async function payloadHashOf(message: RequestMessage): Promise<string> {
  const bytes = bytesOf(message.content)
  return bytes === null ? unsignedPayload : toHex(await sha('SHA-256', bytes))
}

async function signInHeaders(
  sessionToken: string,
  scope: SignatureScope,
  message: RequestMessage,
): Promise<Result<AppliedAuth, SendFailure>> {
  const payloadHash = await payloadHashOf(message)
  const includesHash = !scope.encodesPathAgain || payloadHash === unsignedPayload
  const added = [
    { name: 'X-Amz-Date', value: scope.timestamp },
    ...(includesHash ? [{ name: 'X-Amz-Content-Sha256', value: payloadHash }] : []),
    ...(sessionToken === '' ? [] : [{ name: 'X-Amz-Security-Token', value: sessionToken }]),
  ].filter(field => !message.headers.some(own => own.name.toLowerCase() === field.name.toLowerCase()))
  const headers = [...message.headers, ...added]
  const ownHash = headers.find(field => field.name.toLowerCase() === 'x-amz-content-sha256')?.value
  const { method, target } = message
  const signable = { method, pathAndQuery: target.pathAndQuery, headers, payloadHash: ownHash ?? payloadHash }
  const { credential, signedHeaders, signature } = await signV4(signable, scope)
  const value = `${signatureAlgorithm} Credential=${credential}, SignedHeaders=${signedHeaders}, Signature=${signature}`
  return ok({
    ...nothingApplied,
    headers: [...added, { name: 'Authorization', value }],
    credentials: [
      { placement: 'header', name: 'Authorization', secret: signature },
      { placement: 'header', name: 'X-Amz-Security-Token', secret: sessionToken },
    ],
    signed: {
      headerNames: new Set(signedHeaderNames(headers)),
      content: (ownHash ?? payloadHash) !== unsignedPayload,
    },
  })
}

async function signInQuery(
  sessionToken: string,
  scope: SignatureScope,
  message: RequestMessage,
): Promise<Result<AppliedAuth, SendFailure>> {
  const { method, headers } = message
  const payloadHash = scope.encodesPathAgain ? await payloadHashOf(message) : unsignedPayload
  const { accessKeyId, timestamp, region, service } = scope
  const credential = `${accessKeyId}/${timestamp.slice(0, 8)}/${region}/${service}/aws4_request`
  const params = [
    { name: 'X-Amz-Algorithm', value: signatureAlgorithm },
    { name: 'X-Amz-Credential', value: credential },
    { name: 'X-Amz-Date', value: timestamp },
    { name: 'X-Amz-Expires', value: presignedSeconds },
    ...(sessionToken === '' ? [] : [{ name: 'X-Amz-Security-Token', value: sessionToken }]),
    { name: 'X-Amz-SignedHeaders', value: signedHeaderNames(headers).join(';') },
  ]
  const { pathAndQuery } = withParams(message.target, params)
  const { signature } = await signV4({ method, pathAndQuery, headers, payloadHash }, scope)
  return ok({
    ...nothingApplied,
    params: [...params, { name: 'X-Amz-Signature', value: signature }],
    credentials: [
      { placement: 'query', name: 'X-Amz-Signature', secret: signature },
      { placement: 'query', name: 'X-Amz-Security-Token', secret: sessionToken },
    ],
    signed: { headerNames: new Set(signedHeaderNames(headers)), content: payloadHash !== unsignedPayload },
  })
}

export function previewSignatureV4(auth: SignatureV4Auth): AuthPreview {
  if (auth.accessKeyId === '' && auth.secretAccessKey === '') return nothingAdded
  const token = auth.sessionToken === '' ? [] : ['X-Amz-Security-Token']
  const hash = auth.service.trim().toLowerCase() === 's3' ? ['X-Amz-Content-Sha256'] : []
  if (auth.placement === 'header')
    return { headers: unknownFields('Authorization', 'X-Amz-Date', ...hash, ...token), params: [] }
  const names = ['Algorithm', 'Credential', 'Date', 'Expires', 'SignedHeaders', 'Signature']
  return { headers: [], params: unknownFields(...names.map(name => `X-Amz-${name}`), ...token) }
}

/** The implementation of the scheme. */
export const signatureV4Action: SchemeAction<SignatureV4Auth> = {
  apply: applySignatureV4,
  preview: previewSignatureV4,
  validity: 'oneRequest',
}
