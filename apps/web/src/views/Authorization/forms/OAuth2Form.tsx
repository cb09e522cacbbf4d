import type { OAuth2Auth } from '@parley/model'
import { AuthNote, AuthPick, AuthText } from '../AuthFields.tsx'
import { type AuthFormProps, grantTypeLabels, offeredGrantTypes } from '../auth-types.ts'
import { MoreOptions } from '../MoreOptions.tsx'
import { TokenPanel } from '../TokenPanel.tsx'
import { OAuth2Options } from './OAuth2Options.tsx'

const grantTypes = offeredGrantTypes.map(id => ({ id, label: grantTypeLabels[id] }))

/** Whether a server gives the token. */
export function isAskedFor({ grantType }: OAuth2Auth): boolean {
  return grantType !== 'pasteAccessToken' && grantType !== 'implicit'
}

/** OAuth 2.0 by its grant types (spec 5.2). */
export function OAuth2Form({ auth, onChange }: AuthFormProps<OAuth2Auth>) {
  return (
    <>
      <AuthPick
        label="Grant type"
        value={auth.grantType}
        choices={grantTypes}
        valueLabel={grantTypeLabels[auth.grantType]}
        onChange={grantType => onChange({ grantType })}
      />
      <GrantFields auth={auth} onChange={onChange} />
      {auth.grantType !== 'implicit' && (
        <MoreOptions>
          <OAuth2Options auth={auth} onChange={onChange} />
        </MoreOptions>
      )}
      {isAskedFor(auth) && <TokenPanel />}
    </>
  )
}

function GrantFields({ auth, onChange }: AuthFormProps<OAuth2Auth>) {
  const { grantType } = auth
  if (grantType === 'pasteAccessToken')
    return (
      <AuthText
        label="Access token"
        value={auth.accessToken}
        isSecret
        onChange={accessToken => onChange({ accessToken })}
      />
    )
  if (grantType === 'implicit')
    return (
      <AuthNote>
        Implicit is kept as the file has it, but Parley cannot carry it out: servers no longer offer it.
        Choose Authorization Code + PKCE.
      </AuthNote>
    )
  return (
    <>
      {grantType === 'authorizationCode' && (
        <AuthText
          label="Authorization URL"
          value={auth.authorizationUrl}
          onChange={authorizationUrl => onChange({ authorizationUrl })}
        />
      )}
      {grantType === 'deviceCode' && (
        <AuthText
          label="Device authorization URL"
          value={auth.deviceAuthorizationUrl}
          onChange={deviceAuthorizationUrl => onChange({ deviceAuthorizationUrl })}
        />
      )}
      <AuthText label="Token URL" value={auth.tokenUrl} onChange={tokenUrl => onChange({ tokenUrl })} />
      <AuthText label="Client ID" value={auth.clientId} onChange={clientId => onChange({ clientId })} />
      <AuthText
        label="Client secret"
        value={auth.clientSecret}
        isSecret
        onChange={clientSecret => onChange({ clientSecret })}
      />
      {grantType === 'password' && (
        <>
          <AuthText label="Username" value={auth.username} onChange={username => onChange({ username })} />
          <AuthText
            label="Password"
            value={auth.password}
            isSecret
            onChange={password => onChange({ password })}
          />
        </>
      )}
      <AuthText label="Scope" value={auth.scope} onChange={scope => onChange({ scope })} />
    </>
  )
}
