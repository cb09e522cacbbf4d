import type { SignatureV4Auth } from '@parley/model'
import { AuthPick, AuthText } from '../AuthFields.tsx'
import type { AuthFormProps } from '../auth-types.ts'

/** Signature v4, in headers or as a presigned URL (spec 5.1). */
export function SignatureV4Form({ auth, onChange }: AuthFormProps<SignatureV4Auth>) {
  return (
    <>
      <AuthText
        label="Access Key ID"
        value={auth.accessKeyId}
        onChange={accessKeyId => onChange({ accessKeyId })}
      />
      <AuthText
        label="Secret Access Key"
        value={auth.secretAccessKey}
        isSecret
        onChange={secretAccessKey => onChange({ secretAccessKey })}
      />
      <AuthText
        label="Session Token"
        value={auth.sessionToken}
        placeholder="Optional"
        isSecret
        onChange={sessionToken => onChange({ sessionToken })}
      />
      <AuthText label="Region" value={auth.region} onChange={region => onChange({ region })} />
      <AuthText label="Service" value={auth.service} onChange={service => onChange({ service })} />
      <AuthPick
        label="Add to"
        value={auth.placement}
        choices={[
          { id: 'header', label: 'Headers' },
          { id: 'query', label: 'Query params (presigned URL)' },
        ]}
        onChange={placement => onChange({ placement })}
      />
    </>
  )
}
