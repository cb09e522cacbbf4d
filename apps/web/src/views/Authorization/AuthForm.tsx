import type { AuthSource } from '@parley/engine'
import type { Auth, EffectiveAuth } from '@parley/model'
import { authTypeLabels } from '../../workbench/request/auth-type-labels.ts'
import { AuthNote } from './AuthFields.tsx'
import type { AuthFormProps } from './auth-types.ts'
import { ApiKeyForm } from './forms/ApiKeyForm.tsx'
import { BearerForm } from './forms/BearerForm.tsx'
import { HawkForm } from './forms/HawkForm.tsx'
import { JwtForm } from './forms/JwtForm.tsx'
import { OAuth1Form } from './forms/OAuth1Form.tsx'
import { isAskedFor, OAuth2Form } from './forms/OAuth2Form.tsx'
import { SignatureV4Form } from './forms/SignatureV4Form.tsx'
import { UserForm } from './forms/UserForm.tsx'
import { TokenPanel } from './TokenPanel.tsx'

export interface AuthOfTypeProps {
  readonly auth: Auth
  readonly inherited: AuthSource | null
  readonly onChange: (auth: Auth) => void
}

/** The fields of an authorization by its type: each form is a file of its own. */
export function AuthForm({ auth, inherited, onChange }: AuthOfTypeProps) {
  const form = <Shown extends Auth>(shown: Shown): AuthFormProps<Shown> => ({
    auth: shown,
    onChange: change => onChange({ ...shown, ...change }),
  })
  switch (auth.type) {
    case 'inherit':
      return inherited?.owner ? <InheritedForm auth={inherited.auth} /> : null
    case 'none':
      return <AuthNote>No authorization is sent.</AuthNote>
    case 'bearer':
      return <BearerForm {...form(auth)} />
    case 'apiKey':
      return <ApiKeyForm {...form(auth)} />
    case 'basic':
    case 'digest':
    case 'wsse':
      return <UserForm {...form(auth)} />
    case 'oauth2':
      return <OAuth2Form {...form(auth)} />
    case 'signatureV4':
      return <SignatureV4Form {...form(auth)} />
    case 'oauth1':
      return <OAuth1Form {...form(auth)} />
    case 'jwt':
      return <JwtForm {...form(auth)} />
    case 'hawk':
      return <HawkForm {...form(auth)} />
    case 'ntlm':
      return (
        <AuthNote>
          NTLM is kept as the file has it, but Parley cannot send it: its hashes are broken and no longer kept
          up. Choose another type, or send through a local proxy that signs in with NTLM.
        </AuthNote>
      )
  }
}

/** An inherited authorization is changed in its own place; its token is used here too. */
function InheritedForm({ auth }: { readonly auth: EffectiveAuth }) {
  return (
    <>
      <AuthNote>{authTypeLabels[auth.type]}</AuthNote>
      {auth.type === 'oauth2' && isAskedFor(auth) && <TokenPanel />}
    </>
  )
}
