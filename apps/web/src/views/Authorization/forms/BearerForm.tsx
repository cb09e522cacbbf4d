import type { BearerAuth } from '@parley/model'
import { AuthText } from '../AuthFields.tsx'
import type { AuthFormProps } from '../auth-types.ts'

/** Sent as `Authorization: Bearer <token>` (spec 5.1). */
export function BearerForm({ auth, onChange }: AuthFormProps<BearerAuth>) {
  return <AuthText label="Token" value={auth.token} isSecret onChange={token => onChange({ token })} />
}
