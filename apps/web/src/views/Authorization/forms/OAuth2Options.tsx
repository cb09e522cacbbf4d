import { authSchemes, type OAuth2Auth, type OAuth2TokenUse } from '@parley/model'
import { AuthPick, AuthText } from '../AuthFields.tsx'
import type { AuthFormProps } from '../auth-types.ts'
import { SchemeFields } from '../SchemeField.tsx'
import { OAuth2Parameters } from './OAuth2Parameters.tsx'

const { fields } = authSchemes.oauth2
const tokenFields = fields.token.fields

/** Parameters of OAuth servers beyond the fields of behaviour 5.2, and where the token goes. */
export function OAuth2Options({ auth, onChange }: AuthFormProps<OAuth2Auth>) {
  const { token } = auth
  const own = { fields, values: auth, onChange }
  const ofToken = {
    fields: tokenFields,
    values: token,
    onChange: (patch: object) => onChange({ token: { ...token, ...patch } }),
  }
  return (
    <>
      <TokenPlace token={token} onChange={ofToken.onChange} />
      {auth.grantType === 'authorizationCode' && (
        <SchemeFields {...own} names={['pkce', 'callbackUrl', 'state']} />
      )}
      {auth.grantType !== 'pasteAccessToken' && (
        <>
          <SchemeFields {...own} names={['clientAuthentication']} />
          <SchemeFields {...ofToken} names={['source']} />
          <SchemeFields {...own} names={['refreshTokenUrl']} />
          <SchemeFields
            {...ofToken}
            names={['fetchAutomatically', 'refreshAutomatically', 'renewOnUnauthorized']}
          />
          <OAuth2Parameters
            parameters={auth.additionalParameters}
            onChange={additionalParameters => onChange({ additionalParameters })}
          />
        </>
      )}
    </>
  )
}

interface TokenPlaceProps {
  readonly token: OAuth2TokenUse
  readonly onChange: (patch: Partial<OAuth2TokenUse>) => void
}

function TokenPlace({ token, onChange }: TokenPlaceProps) {
  const { placement, placementName } = tokenFields
  return (
    <>
      <AuthPick
        label={placement.label}
        value={token.placement}
        choices={placement.choices}
        onChange={place =>
          onChange({ placement: place, placementName: place === 'header' ? 'Bearer' : 'access_token' })
        }
      />
      <AuthText
        label={token.placement === 'header' ? placementName.label : 'Parameter name'}
        value={token.placementName}
        onChange={name => onChange({ placementName: name })}
      />
    </>
  )
}
