import type { OAuth2Auth, OAuth2TokenUse } from '@parley/model'
import { AuthPick, AuthSwitch, AuthText } from '../AuthFields.tsx'
import type { AuthFormProps } from '../auth-types.ts'
import { OAuth2Parameters } from './OAuth2Parameters.tsx'
import { placements } from './placements.ts'

/** What an OAuth server may want beyond the fields of spec 5.2, and where its token goes. */
export function OAuth2Options({ auth, onChange }: AuthFormProps<OAuth2Auth>) {
  const isAsked = auth.grantType !== 'pasteAccessToken'
  return (
    <>
      <TokenPlace auth={auth} onChange={onChange} />
      {auth.grantType === 'authorizationCode' && <CodeFields auth={auth} onChange={onChange} />}
      {isAsked && (
        <>
          <AuthPick
            label="Client authentication"
            value={auth.clientAuthentication}
            choices={[
              { id: 'header', label: 'Basic Auth header' },
              { id: 'body', label: 'Request body' },
            ]}
            onChange={clientAuthentication => onChange({ clientAuthentication })}
          />
          <RenewalFields auth={auth} onChange={onChange} />
          <OAuth2Parameters
            parameters={auth.additionalParameters}
            onChange={additionalParameters => onChange({ additionalParameters })}
          />
        </>
      )}
    </>
  )
}

function TokenPlace({ auth: { token }, onChange }: AuthFormProps<OAuth2Auth>) {
  const change = (patch: Partial<OAuth2TokenUse>) => onChange({ token: { ...token, ...patch } })
  return (
    <>
      <AuthPick
        label="Add token to"
        value={token.placement}
        choices={placements}
        onChange={placement =>
          change({ placement, placementName: placement === 'header' ? 'Bearer' : 'access_token' })
        }
      />
      <AuthText
        label={token.placement === 'header' ? 'Header prefix' : 'Parameter name'}
        value={token.placementName}
        onChange={placementName => change({ placementName })}
      />
    </>
  )
}

function CodeFields({ auth, onChange }: AuthFormProps<OAuth2Auth>) {
  return (
    <>
      <AuthPick
        label="Code challenge"
        value={auth.pkce}
        choices={[
          { id: 'S256', label: 'S256' },
          { id: 'plain', label: 'Plain' },
          { id: 'off', label: 'None: plain code' },
        ]}
        onChange={pkce => onChange({ pkce })}
      />
      <AuthText
        label="Callback URL"
        value={auth.callbackUrl}
        placeholder="A free port of this computer"
        onChange={callbackUrl => onChange({ callbackUrl })}
      />
      <AuthText
        label="State"
        value={auth.state}
        placeholder="Made for each sign-in"
        onChange={state => onChange({ state })}
      />
    </>
  )
}

function RenewalFields({ auth, onChange }: AuthFormProps<OAuth2Auth>) {
  const { token } = auth
  const change = (patch: Partial<OAuth2TokenUse>) => onChange({ token: { ...token, ...patch } })
  return (
    <>
      <AuthPick
        label="Token to send"
        value={token.source}
        choices={[
          { id: 'accessToken', label: 'Access token' },
          { id: 'idToken', label: 'ID token' },
        ]}
        onChange={source => change({ source })}
      />
      <AuthText
        label="Refresh URL"
        value={auth.refreshTokenUrl}
        placeholder="The Token URL"
        onChange={refreshTokenUrl => onChange({ refreshTokenUrl })}
      />
      <AuthSwitch
        label="Fetch a token with the first send"
        isSelected={token.fetchAutomatically}
        onChange={fetchAutomatically => change({ fetchAutomatically })}
      />
      <AuthSwitch
        label="Renew an expired token before sending"
        isSelected={token.refreshAutomatically}
        onChange={refreshAutomatically => change({ refreshAutomatically })}
      />
      <AuthSwitch
        label="Renew and send again once on 401"
        isSelected={token.renewOnUnauthorized}
        onChange={renewOnUnauthorized => change({ renewOnUnauthorized })}
      />
    </>
  )
}
