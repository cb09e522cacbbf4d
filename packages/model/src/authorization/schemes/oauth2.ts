import { differing, readFields } from '../../opencollection/scheme-fields.ts'
import { defaultsOf } from '../field.ts'
import { type AnyAuth, type Condition, describeScheme } from '../scheme-descriptor.ts'
import { type OAuth2, oauth2Fields } from './oauth2-fields.ts'
import { readOAuth2, writeOAuth2 } from './oauth2-file.ts'

const hasGrant =
  (...grants: readonly OAuth2['grantType'][]): Condition<OAuth2> =>
  ({ grantType }) =>
    grants.includes(grantType)

const isAskedFor = hasGrant('authorizationCode', 'clientCredentials', 'password', 'deviceCode')

/** OAuth 2.0 with its grant types (behaviour 5.2). The form shows the other fields under More options. */
export const oauth2 = describeScheme({
  type: 'oauth2',
  label: 'OAuth 2.0',
  help: 'An expired token is renewed before sending.',
  helpIf: isAskedFor,
  fields: oauth2Fields,
  form: [
    ...(['grantType', 'accessToken', 'authorizationUrl', 'deviceAuthorizationUrl', 'tokenUrl'] as const),
    ...(['clientId', 'clientSecret', 'username', 'password', 'scope'] as const),
  ],
  shownIf: {
    accessToken: hasGrant('pasteAccessToken'),
    authorizationUrl: hasGrant('authorizationCode'),
    deviceAuthorizationUrl: hasGrant('deviceCode'),
    tokenUrl: isAskedFor,
    clientId: isAskedFor,
    clientSecret: isAskedFor,
    username: hasGrant('password'),
    password: hasGrant('password'),
    scope: isAskedFor,
  },
  file: {
    kind: 'own',
    name: 'oauth2',
    read: readOAuth2,
    write: auth => (auth.grantType === 'pasteAccessToken' ? bearerOf(auth.accessToken) : writeOAuth2(auth)),
    extension: {
      read: (extension, stated, beside) => readFields(extension, oauth2Fields, base(stated, beside)),
      write: (auth, stated, beside) => differing(auth, base(stated, beside)),
    },
  },
})

function bearerOf(token: string) {
  return token === '' ? { type: 'bearer' } : { type: 'bearer', token }
}

/**
 * A pasted access token is stored only in the schema's value, as a bearer token, so that a secret is in one
 * place.
 */
function base(stated: OAuth2 | null, beside: AnyAuth | undefined): OAuth2 {
  const token = beside?.type === 'bearer' ? beside.token : ''
  const accessToken = typeof token === 'string' ? token : ''
  return stated ?? { type: 'oauth2', ...defaultsOf(oauth2Fields), accessToken }
}
