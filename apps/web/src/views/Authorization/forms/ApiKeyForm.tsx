import type { ApiKeyAuth } from '@parley/model'
import { AuthPick, AuthText } from '../AuthFields.tsx'
import type { AuthFormProps } from '../auth-types.ts'
import { placements } from './placements.ts'

/** A key in a header or in the query (spec 5.1). */
export function ApiKeyForm({ auth, onChange }: AuthFormProps<ApiKeyAuth>) {
  return (
    <>
      <AuthText label="Key" value={auth.key} onChange={key => onChange({ key })} />
      <AuthText label="Value" value={auth.value} isSecret onChange={value => onChange({ value })} />
      <AuthPick
        label="Add to"
        value={auth.placement}
        choices={placements}
        onChange={placement => onChange({ placement })}
      />
    </>
  )
}
