import { authSchemes, type OAuth2Auth } from '@parley/model'
import { AuthNote } from '../AuthFields.tsx'
import type { AuthFormProps } from '../auth-types.ts'
import { SchemeForm } from '../SchemeForm.tsx'
import { TokenPanel } from '../TokenPanel.tsx'
import { OAuth2Options } from './OAuth2Options.tsx'

/** Returns whether a server issues the token. */
export function isAskedFor({ grantType }: OAuth2Auth): boolean {
  return grantType !== 'pasteAccessToken' && grantType !== 'implicit'
}

/** OAuth 2.0 by its grant types (spec 5.2). */
export function OAuth2Form({ auth, onChange }: AuthFormProps<OAuth2Auth>) {
  const isImplicit = auth.grantType === 'implicit'
  const options = isImplicit ? undefined : <OAuth2Options auth={auth} onChange={onChange} />
  return (
    <>
      <SchemeForm scheme={authSchemes.oauth2} auth={auth} onChange={onChange} more={options} />
      {isImplicit && (
        <AuthNote>
          Implicit is kept as it is in the file, but Parley cannot use it: servers no longer offer it. Choose
          Authorization Code + PKCE.
        </AuthNote>
      )}
      {isAskedFor(auth) && <TokenPanel />}
    </>
  )
}
