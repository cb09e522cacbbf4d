import type { ObjectReader } from '../../opencollection/object-reader.ts'
import {
  type OpenCollectionObject,
  objectOf,
  textUnlessEmpty,
  trueOrNothing,
} from '../../opencollection/value.ts'
import { choice, choicesNamed, defaultsOf, flag, secret, secretOrFile, text } from '../field.ts'
import { type AuthValues, describeScheme } from '../scheme-descriptor.ts'

const made = { placeholder: 'Made for each request' }

const signatureMethods = choicesNamed(
  'HMAC-SHA1',
  'HMAC-SHA256',
  'HMAC-SHA512',
  'RSA-SHA1',
  'RSA-SHA256',
  'RSA-SHA512',
  'PLAINTEXT',
)

const fields = {
  consumerKey: text('Consumer key'),
  consumerSecret: secret('Consumer secret'),
  accessToken: secret('Access token'),
  accessTokenSecret: secret('Token secret'),
  callbackUrl: text('Callback URL'),
  verifier: text('Verifier'),
  signatureMethod: choice('Signature method', signatureMethods),
  privateKey: secretOrFile('Private key', { placeholder: '-----BEGIN PRIVATE KEY-----', isMultiline: true }),
  timestamp: text('Timestamp', made),
  nonce: text('Nonce', made),
  version: text('Version', { default: '1.0' }),
  realm: text('Realm'),
  placement: choice('Add to', [
    { id: 'header', label: 'Header' },
    { id: 'query', label: 'Query params' },
    { id: 'body', label: 'Form body' },
  ]),
  includeBodyHash: flag('Include body hash'),
}

type OAuth1 = AuthValues<'oauth1', typeof fields>

const signsWithKey = ({ signatureMethod }: Pick<OAuth1, 'signatureMethod'>) =>
  signatureMethod.startsWith('RSA')
const signsWithSecrets = (auth: OAuth1) => !signsWithKey(auth)

const optional = ['realm', 'callbackUrl', 'verifier', 'timestamp', 'nonce', 'version'] as const

/** OAuth 1.0 (RFC 5849). Empty nonces and timestamps are generated for each request. */
export const oauth1 = describeScheme({
  type: 'oauth1',
  label: 'OAuth 1.0',
  fields,
  form: [
    ...(['signatureMethod', 'consumerKey', 'privateKey', 'consumerSecret', 'accessToken'] as const),
    ...(['accessTokenSecret', 'placement', 'includeBodyHash', ...optional] as const),
  ],
  more: optional,
  shownIf: { privateKey: signsWithKey, consumerSecret: signsWithSecrets },
  usedIf: { accessTokenSecret: signsWithSecrets },
  file: { kind: 'own', name: 'oauth1', read, write },
})

/** Reads `AuthOAuth1`. */
function read(auth: ObjectReader): OAuth1 {
  const defaults = defaultsOf(fields)
  const privateKey = auth.object('privateKey')
  return {
    type: 'oauth1',
    consumerKey: auth.text('consumerKey'),
    consumerSecret: auth.text('consumerSecret'),
    accessToken: auth.text('accessToken'),
    accessTokenSecret: auth.text('accessTokenSecret'),
    callbackUrl: auth.text('callbackUrl'),
    verifier: auth.text('verifier'),
    signatureMethod: auth.choice(
      'signatureMethod',
      signatureMethods.map(({ id }) => id),
      defaults.signatureMethod,
    ),
    privateKey: {
      source: privateKey.choice('type', ['file', 'text'], defaults.privateKey.source),
      value: privateKey.text('value'),
    },
    timestamp: auth.text('timestamp'),
    nonce: auth.text('nonce'),
    version: auth.text('version', defaults.version),
    realm: auth.text('realm'),
    placement: auth.choice('placement', ['header', 'query', 'body'], defaults.placement),
    includeBodyHash: auth.flag('includeBodyHash'),
  }
}

function write(auth: OAuth1): OpenCollectionObject {
  const { source, value } = auth.privateKey
  const hasPrivateKey = value !== '' || source === 'file'
  return objectOf({
    type: 'oauth1',
    consumerKey: textUnlessEmpty(auth.consumerKey),
    consumerSecret: textUnlessEmpty(auth.consumerSecret),
    accessToken: textUnlessEmpty(auth.accessToken),
    accessTokenSecret: textUnlessEmpty(auth.accessTokenSecret),
    callbackUrl: textUnlessEmpty(auth.callbackUrl),
    verifier: textUnlessEmpty(auth.verifier),
    signatureMethod: auth.signatureMethod,
    privateKey: hasPrivateKey ? { type: source, value } : undefined,
    timestamp: textUnlessEmpty(auth.timestamp),
    nonce: textUnlessEmpty(auth.nonce),
    version: auth.version,
    realm: textUnlessEmpty(auth.realm),
    placement: auth.placement,
    includeBodyHash: trueOrNothing(auth.includeBodyHash),
  })
}
