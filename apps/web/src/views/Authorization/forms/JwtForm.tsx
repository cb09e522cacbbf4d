import type { JwtAuth } from '@parley/model'
import { AuthNote, AuthPick, AuthSwitch, AuthText } from '../AuthFields.tsx'
import type { AuthFormProps } from '../auth-types.ts'
import { placements } from './placements.ts'

const algorithms = [
  ...['HS256', 'HS384', 'HS512', 'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA'],
].map(id => ({ id, label: id }))

/** A JSON Web Token that is built and signed here for each request (RFC 7519). */
export function JwtForm({ auth, onChange }: AuthFormProps<JwtAuth>) {
  return (
    <>
      <AuthPick
        label="Algorithm"
        value={auth.algorithm}
        choices={algorithms}
        onChange={algorithm => onChange({ algorithm })}
      />
      {auth.algorithm.startsWith('HS') ? (
        <>
          <AuthText label="Secret" value={auth.secret} isSecret onChange={secret => onChange({ secret })} />
          <AuthSwitch
            label="Secret is Base64"
            isSelected={auth.isSecretBase64}
            onChange={isSecretBase64 => onChange({ isSecretBase64 })}
          />
        </>
      ) : (
        <AuthText
          label="Private key"
          value={auth.privateKey}
          placeholder="-----BEGIN PRIVATE KEY-----"
          isSecret
          isMultiline
          onChange={privateKey => onChange({ privateKey })}
        />
      )}
      <AuthText
        label="Payload"
        value={auth.payload}
        isMultiline
        onChange={payload => onChange({ payload })}
      />
      <AuthText
        label="JWT headers"
        value={auth.header}
        isMultiline
        onChange={header => onChange({ header })}
      />
      <AuthNote>alg and typ are added to the headers.</AuthNote>
      <AuthPick
        label="Add to"
        value={auth.placement}
        choices={placements}
        onChange={placement => onChange({ placement })}
      />
      {auth.placement === 'header' ? (
        <AuthText label="Header prefix" value={auth.prefix} onChange={prefix => onChange({ prefix })} />
      ) : (
        <AuthText
          label="Parameter name"
          value={auth.queryName}
          onChange={queryName => onChange({ queryName })}
        />
      )}
    </>
  )
}
