import { authSchemes, grantLabel, type OAuth2Auth } from '@parley/model'
import { AuthNote, AuthPick } from '../AuthFields.tsx'
import type { AuthFormProps } from '../auth-types.ts'
import { SchemeForm } from '../SchemeForm.tsx'
import { CallbackUrl } from './CallbackUrl.tsx'
import { OAuth2Options } from './OAuth2Options.tsx'

/** OAuth 2.0 by its grant types (behaviour 5.2). */
export function OAuth2Form({ auth, onChange }: AuthFormProps<OAuth2Auth>) {
  const isImplicit = auth.grantType === 'implicit'
  const options = isImplicit ? undefined : <OAuth2Options auth={auth} onChange={onChange} />
  return (
    <>
      <SchemeForm
        scheme={authSchemes.oauth2}
        auth={auth}
        onChange={onChange}
        own={{ grantType: <GrantPick key="grantType" auth={auth} onChange={onChange} /> }}
        more={options}
      />
      {isImplicit && (
        <AuthNote>
          Implicit is kept as it is in the file, but Parley cannot use it: servers no longer offer it. Choose
          Authorization Code + PKCE.
        </AuthNote>
      )}
      {auth.grantType === 'authorizationCode' && <CallbackUrl auth={auth} onChange={onChange} />}
    </>
  )
}

/** The ID of a grant that is listed only while it is chosen: a code without PKCE. */
const withoutPkce = 'authorizationCodeWithoutPkce'

function GrantPick({ auth, onChange }: AuthFormProps<OAuth2Auth>) {
  const { label, choices } = authSchemes.oauth2.fields.grantType
  const isPlain = auth.grantType === 'authorizationCode' && auth.pkce === 'off'
  const offered = choices.filter(one => !('isOffered' in one) || one.isOffered !== false)
  const choose = (chosen: string) => {
    const grant = choices.find(({ id }) => id === chosen)
    if (grant === undefined) return
    onChange(isPlain ? { grantType: grant.id, pkce: 'S256' } : { grantType: grant.id })
  }
  return (
    <>
      <AuthPick
        label={label}
        value={isPlain ? withoutPkce : auth.grantType}
        choices={isPlain ? [{ id: withoutPkce, label: grantLabel(auth) }, ...offered] : offered}
        valueLabel={grantLabel(auth)}
        onChange={choose}
      />
      {isPlain && (
        <AuthNote>
          Signs in without PKCE, as its settings say. Choose Authorization Code + PKCE unless the server
          refuses it.
        </AuthNote>
      )}
    </>
  )
}
