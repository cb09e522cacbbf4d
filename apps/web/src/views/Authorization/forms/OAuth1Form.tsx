import { fileNameOf, type OAuth1Auth, type OAuth1SignatureMethod } from '@parley/model'
import { AuthNote, AuthPick, AuthSwitch, AuthText } from '../AuthFields.tsx'
import type { AuthFormProps } from '../auth-types.ts'
import { MoreOptions } from '../MoreOptions.tsx'

const methods = (
  [
    'HMAC-SHA1',
    'HMAC-SHA256',
    'HMAC-SHA512',
    'RSA-SHA1',
    'RSA-SHA256',
    'RSA-SHA512',
    'PLAINTEXT',
  ] as const satisfies readonly OAuth1SignatureMethod[]
).map(id => ({ id, label: id }))

/** OAuth 1.0 (RFC 5849). Nonce and timestamp are made for each request where they are left empty. */
export function OAuth1Form({ auth, onChange }: AuthFormProps<OAuth1Auth>) {
  return (
    <>
      <AuthPick
        label="Signature method"
        value={auth.signatureMethod}
        choices={methods}
        onChange={signatureMethod => onChange({ signatureMethod })}
      />
      <AuthText
        label="Consumer key"
        value={auth.consumerKey}
        onChange={consumerKey => onChange({ consumerKey })}
      />
      {auth.signatureMethod.startsWith('RSA') ? (
        <PrivateKey auth={auth} onChange={onChange} />
      ) : (
        <AuthText
          label="Consumer secret"
          value={auth.consumerSecret}
          isSecret
          onChange={consumerSecret => onChange({ consumerSecret })}
        />
      )}
      <AuthText
        label="Access token"
        value={auth.accessToken}
        isSecret
        onChange={accessToken => onChange({ accessToken })}
      />
      <AuthText
        label="Token secret"
        value={auth.accessTokenSecret}
        isSecret
        onChange={accessTokenSecret => onChange({ accessTokenSecret })}
      />
      <AuthPick
        label="Add to"
        value={auth.placement}
        choices={[
          { id: 'header', label: 'Header' },
          { id: 'query', label: 'Query params' },
          { id: 'body', label: 'Form body' },
        ]}
        onChange={placement => onChange({ placement })}
      />
      <AuthSwitch
        label="Include body hash"
        isSelected={auth.includeBodyHash}
        onChange={includeBodyHash => onChange({ includeBodyHash })}
      />
      <MoreOptions>
        <OptionalFields auth={auth} onChange={onChange} />
      </MoreOptions>
    </>
  )
}

/** A key that a file names is kept until one is typed. */
function PrivateKey({ auth: { privateKey }, onChange }: AuthFormProps<OAuth1Auth>) {
  const isFile = privateKey.source === 'file'
  return (
    <>
      <AuthText
        label="Private key"
        value={isFile ? '' : privateKey.value}
        placeholder="-----BEGIN PRIVATE KEY-----"
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

function OptionalFields({ auth, onChange }: AuthFormProps<OAuth1Auth>) {
  return (
    <>
      <AuthText label="Realm" value={auth.realm} onChange={realm => onChange({ realm })} />
      <AuthText
        label="Callback URL"
        value={auth.callbackUrl}
        onChange={callbackUrl => onChange({ callbackUrl })}
      />
      <AuthText label="Verifier" value={auth.verifier} onChange={verifier => onChange({ verifier })} />
      <AuthText
        label="Timestamp"
        value={auth.timestamp}
        placeholder="Made for each request"
        onChange={timestamp => onChange({ timestamp })}
      />
      <AuthText
        label="Nonce"
        value={auth.nonce}
        placeholder="Made for each request"
        onChange={nonce => onChange({ nonce })}
      />
      <AuthText label="Version" value={auth.version} onChange={version => onChange({ version })} />
    </>
  )
}
