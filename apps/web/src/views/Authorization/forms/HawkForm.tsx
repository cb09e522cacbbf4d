import type { HawkAuth } from '@parley/model'
import { AuthPick, AuthSwitch, AuthText } from '../AuthFields.tsx'
import type { AuthFormProps } from '../auth-types.ts'
import { MoreOptions } from '../MoreOptions.tsx'

/** Hawk. Nonce and timestamp are made for each request where they are left empty. */
export function HawkForm({ auth, onChange }: AuthFormProps<HawkAuth>) {
  return (
    <>
      <AuthText label="Hawk ID" value={auth.id} onChange={id => onChange({ id })} />
      <AuthText label="Hawk key" value={auth.key} isSecret onChange={key => onChange({ key })} />
      <AuthPick
        label="Algorithm"
        value={auth.algorithm}
        choices={[
          { id: 'sha256', label: 'SHA-256' },
          { id: 'sha1', label: 'SHA-1' },
        ]}
        onChange={algorithm => onChange({ algorithm })}
      />
      <AuthSwitch
        label="Include payload hash"
        isSelected={auth.includePayloadHash}
        onChange={includePayloadHash => onChange({ includePayloadHash })}
      />
      <MoreOptions>
        <AuthText label="User" value={auth.user} onChange={user => onChange({ user })} />
        <AuthText label="Ext" value={auth.ext} onChange={ext => onChange({ ext })} />
        <AuthText label="App" value={auth.app} onChange={app => onChange({ app })} />
        <AuthText label="Dlg" value={auth.dlg} onChange={dlg => onChange({ dlg })} />
        <AuthText
          label="Nonce"
          value={auth.nonce}
          placeholder="Made for each request"
          onChange={nonce => onChange({ nonce })}
        />
        <AuthText
          label="Timestamp"
          value={auth.timestamp}
          placeholder="Made for each request"
          onChange={timestamp => onChange({ timestamp })}
        />
      </MoreOptions>
    </>
  )
}
