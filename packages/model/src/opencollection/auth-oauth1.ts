import type { OAuth1Auth } from '../authorization/auth.ts'
import { newAuth } from '../authorization/new-auth.ts'
import type { ObjectReader } from './object-reader.ts'
import { type OpenCollectionObject, objectOf, textUnlessEmpty, trueOrNothing } from './value.ts'

const signatureMethods = [
  'HMAC-SHA1',
  'HMAC-SHA256',
  'HMAC-SHA512',
  'RSA-SHA1',
  'RSA-SHA256',
  'RSA-SHA512',
  'PLAINTEXT',
] as const

/** `AuthOAuth1` */
export function readOAuth1(auth: ObjectReader): OAuth1Auth {
  const defaults = newAuth('oauth1')
  const privateKey = auth.object('privateKey')
  return {
    type: 'oauth1',
    consumerKey: auth.text('consumerKey'),
    consumerSecret: auth.text('consumerSecret'),
    accessToken: auth.text('accessToken'),
    accessTokenSecret: auth.text('accessTokenSecret'),
    callbackUrl: auth.text('callbackUrl'),
    verifier: auth.text('verifier'),
    signatureMethod: auth.choice('signatureMethod', signatureMethods, defaults.signatureMethod),
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

export function writeOAuth1(auth: OAuth1Auth): OpenCollectionObject {
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
