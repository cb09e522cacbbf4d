import type { BasicAuth, DigestAuth, WsseAuth } from '@parley/model'
import { AuthText } from '../AuthFields.tsx'
import type { AuthFormProps } from '../auth-types.ts'

/** Username and password, as Basic Auth (spec 5.1), Digest Auth and WSSE take them. */
export function UserForm({ auth, onChange }: AuthFormProps<BasicAuth | DigestAuth | WsseAuth>) {
  return (
    <>
      <AuthText label="Username" value={auth.username} onChange={username => onChange({ username })} />
      <AuthText
        label="Password"
        value={auth.password}
        isSecret
        onChange={password => onChange({ password })}
      />
    </>
  )
}
