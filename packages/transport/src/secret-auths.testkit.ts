import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import {
  type Auth,
  type AuthType,
  type EffectiveAuth,
  newAuth,
  type OAuth1Auth,
  type OAuth1SignatureMethod,
  row,
} from '@parley/model'
import { canary } from './secret-ways-out.testkit.ts'

const pem = ({ privateKey }: { readonly privateKey: KeyObject }) =>
  privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const rsaKey = pem(generateKeyPairSync('rsa', { modulusLength: 2048 }))
const ecKey = (namedCurve: string) => pem(generateKeyPairSync('ec', { namedCurve }))

/** The private key for each algorithm of JWT Bearer. */
export const jwtKeys = {
  RS256: rsaKey,
  PS512: rsaKey,
  ES256: ecKey('P-256'),
  ES384: ecKey('P-384'),
  ES512: ecKey('P-521'),
  EdDSA: pem(generateKeyPairSync('ed25519')),
}

/** Returns the text that the test puts into a secret field of a scheme. */
export function secretTextOf(auth: EffectiveAuth, field: string): string {
  if (field !== 'privateKey') return canary
  return (
    Object.entries(jwtKeys).find(([name]) => auth.type === 'jwt' && auth.algorithm === name)?.[1] ?? rsaKey
  )
}

const oauth1Methods = {
  'HMAC-SHA1': {},
  'HMAC-SHA256': {},
  'HMAC-SHA512': {},
  'RSA-SHA1': { privateKey: { source: 'text', value: rsaKey } },
  'RSA-SHA256': { privateKey: { source: 'text', value: rsaKey } },
  'RSA-SHA512': { privateKey: { source: 'text', value: rsaKey } },
  PLAINTEXT: {},
} as const satisfies Record<OAuth1SignatureMethod, Partial<OAuth1Auth>>

/** Every signature method in every placement. */
const oauth1Auths = (Object.keys(oauth1Methods) as OAuth1SignatureMethod[]).flatMap(signatureMethod =>
  (['header', 'query', 'body'] as const).map(placement => ({
    ...newAuth('oauth1'),
    consumerKey: 'c',
    signatureMethod,
    placement,
    ...oauth1Methods[signatureMethod],
  })),
)

const jwtAuths = [
  { ...newAuth('jwt'), algorithm: 'HS256', secret: 'other-secret' },
  { ...newAuth('jwt'), algorithm: 'HS256', secret: 'other-secret', placement: 'query' as const },
  ...Object.entries(jwtKeys).map(([algorithm, privateKey]) => ({
    ...newAuth('jwt'),
    algorithm,
    privateKey,
  })),
]

/** Every scheme, filled in so that it sends something; each of its secret fields is tested. */
export const secretAuths = {
  inherit: [],
  none: [],
  ntlm: [],
  bearer: [newAuth('bearer')],
  apiKey: [
    { ...newAuth('apiKey'), key: 'X-Harmless' },
    { ...newAuth('apiKey'), key: 'harmless', placement: 'query' },
  ],
  basic: [{ ...newAuth('basic'), username: 'u' }],
  digest: [{ ...newAuth('digest'), username: 'u' }],
  wsse: [{ ...newAuth('wsse'), username: 'u' }],
  signatureV4: [
    { ...newAuth('signatureV4'), accessKeyId: 'id', secretAccessKey: 'other-secret' },
    { ...newAuth('signatureV4'), accessKeyId: 'id', secretAccessKey: 'other-secret', placement: 'query' },
  ],
  oauth1: oauth1Auths,
  jwt: jwtAuths,
  hawk: [{ ...newAuth('hawk'), id: 'i' }],
  oauth2: [{ ...newAuth('oauth2'), grantType: 'pasteAccessToken' }],
} satisfies Record<AuthType, readonly EffectiveAuth[] | readonly never[]>

/** Returns whether a scheme writes into the body. */
export const isInBody = (auth: Auth) => auth.type === 'oauth1' && auth.placement === 'body'
/** A body into which a scheme may write. */
export const writableForm = { method: 'POST', body: { type: 'urlEncoded', fields: [row('k', 'v')] } } as const

/** Returns a label that distinguishes the variants of a scheme. */
export function describeVariant(auth: EffectiveAuth): string {
  const algorithm = auth.type === 'oauth1' ? auth.signatureMethod : auth.type === 'jwt' ? auth.algorithm : ''
  return `${algorithm} ${'placement' in auth ? auth.placement : ''}`.trim()
}

/** A shorter line, as at the end of a key, is in a signature by chance. */
const shortestTrace = 16

/** Returns the texts by which a secret is recognised: for a private key, each of its lines. */
export const tracesOf = (secret: string) =>
  secret.split('\n').filter(line => line.length >= shortestTrace && !line.startsWith('-----'))
