import type { ApiKeyAuth, Auth, AuthType, SignatureV4Auth } from '../authorization/auth.ts'
import { newAuth } from '../authorization/new-auth.ts'
import { readOAuth1, writeOAuth1 } from './auth-oauth1.ts'
import { readOAuth2, writeOAuth2 } from './auth-oauth2.ts'
import { type ObjectReader, type SchemaNames, schemaNameOf } from './object-reader.ts'
import { type OpenCollectionObject, type OpenCollectionValue, objectOf, textUnlessEmpty } from './value.ts'

type SchemaAuthType = Exclude<AuthType, 'inherit' | 'none' | 'jwt' | 'hawk'>

const authTypes: SchemaNames<SchemaAuthType> = [
  ['awsv4', 'signatureV4'],
  ['basic', 'basic'],
  ['wsse', 'wsse'],
  ['bearer', 'bearer'],
  ['digest', 'digest'],
  ['ntlm', 'ntlm'],
  ['apikey', 'apiKey'],
  ['oauth1', 'oauth1'],
  ['oauth2', 'oauth2'],
]

/** `Auth` as the schema has it; undefined where the owner states none. */
export function readSchemaAuth(owner: ObjectReader): Auth | undefined {
  if (!owner.has('auth')) return undefined
  if (owner.value('auth') === 'inherit') return { type: 'inherit' }
  const auth = owner.object('auth')
  // The schema has no No Auth, and files of other clients hold one all the same.
  if (auth.value('type') === 'none') return { type: 'none' }
  auth.require('type')
  const type = auth.named('type', authTypes, 'basic')
  switch (type) {
    case 'bearer':
      return { type, token: auth.text('token') }
    case 'apiKey':
      return readApiKey(auth)
    case 'basic':
    case 'digest':
    case 'wsse':
      return { type, ...readCredentials(auth) }
    case 'ntlm':
      return { type, ...readCredentials(auth), domain: auth.text('domain') }
    case 'signatureV4':
      return readSignatureV4(auth)
    case 'oauth1':
      return readOAuth1(auth)
    case 'oauth2':
      return readOAuth2(auth)
  }
}

/** The nearest that the schema has; undefined where it has nothing near: No Auth and Hawk. */
export function writeSchemaAuth(auth: Auth): OpenCollectionValue | undefined {
  switch (auth.type) {
    case 'inherit':
      return 'inherit'
    case 'none':
    case 'hawk':
      return undefined
    case 'jwt':
      return { type: 'bearer' }
    case 'oauth2':
      return auth.grantType === 'pasteAccessToken'
        ? writeTexts('bearer', { token: auth.accessToken })
        : writeOAuth2(auth)
    case 'oauth1':
      return writeOAuth1(auth)
    case 'apiKey':
      return { ...writeTexts('apikey', { key: auth.key, value: auth.value }), placement: auth.placement }
    case 'signatureV4':
      return writeSignatureV4(auth)
    case 'bearer':
    case 'basic':
    case 'digest':
    case 'ntlm':
    case 'wsse': {
      const { type, ...texts } = auth
      return writeTexts(schemaNameOf(authTypes, type), texts)
    }
  }
}

function readCredentials(auth: ObjectReader) {
  return { username: auth.text('username'), password: auth.text('password') }
}

function readApiKey(auth: ObjectReader): ApiKeyAuth {
  return {
    type: 'apiKey',
    key: auth.text('key'),
    value: auth.text('value'),
    placement: auth.choice('placement', ['header', 'query'], 'header'),
  }
}

function readSignatureV4(auth: ObjectReader): SignatureV4Auth {
  const defaults = newAuth('signatureV4')
  return {
    type: 'signatureV4',
    accessKeyId: auth.text('accessKeyId'),
    secretAccessKey: auth.text('secretAccessKey'),
    sessionToken: auth.text('sessionToken'),
    service: auth.text('service', defaults.service),
    region: auth.text('region', defaults.region),
    profileName: auth.text('profileName'),
    placement: defaults.placement,
  }
}

/** Service and region are always stated, as other clients have no defaults for them. */
function writeSignatureV4(auth: SignatureV4Auth): OpenCollectionObject {
  return objectOf({
    type: 'awsv4',
    accessKeyId: textUnlessEmpty(auth.accessKeyId),
    secretAccessKey: textUnlessEmpty(auth.secretAccessKey),
    sessionToken: textUnlessEmpty(auth.sessionToken),
    service: auth.service,
    region: auth.region,
    profileName: textUnlessEmpty(auth.profileName),
  })
}

function writeTexts(type: string, texts: Readonly<Record<string, string>>): OpenCollectionObject {
  const written = Object.entries(texts).map(([key, text]) => [key, textUnlessEmpty(text)] as const)
  return objectOf({ type, ...Object.fromEntries(written) })
}
