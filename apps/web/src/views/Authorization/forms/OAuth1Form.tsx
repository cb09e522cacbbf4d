import { authSchemes, fileNameOf, type OAuth1Auth } from '@parley/model'
import { AuthNote, AuthText } from '../AuthFields.tsx'
import type { AuthFormProps } from '../auth-types.ts'
import { SchemeForm } from '../SchemeForm.tsx'

/** OAuth 1.0 (RFC 5849), whose private key can be a file. */
export function OAuth1Form({ auth, onChange }: AuthFormProps<OAuth1Auth>) {
  const privateKey = <PrivateKey key="privateKey" auth={auth} onChange={onChange} />
  return <SchemeForm scheme={authSchemes.oauth1} auth={auth} onChange={onChange} own={{ privateKey }} />
}

/** A key file is kept until a key is typed. */
function PrivateKey({ auth: { privateKey }, onChange }: AuthFormProps<OAuth1Auth>) {
  const { label, placeholder = '' } = authSchemes.oauth1.fields.privateKey
  const isFile = privateKey.source === 'file'
  return (
    <>
      <AuthText
        label={label}
        value={isFile ? '' : privateKey.value}
        placeholder={placeholder}
        isSecret
        isMultiline
        onChange={value => onChange({ privateKey: { source: 'text', value } })}
      />
      {isFile && (
        <AuthNote>
          The request names the file {fileNameOf(privateKey.value)}. Paste the key to send with it.
        </AuthNote>
      )}
    </>
  )
}
