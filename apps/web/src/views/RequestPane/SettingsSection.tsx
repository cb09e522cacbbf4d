import type { RequestSettings } from '@parley/model'
import type { ReactNode } from 'react'
import { ChoiceRow, milliseconds, OptionalNumberRow } from '../../components/fields/ControlRows.tsx'
import styles from './SettingsSection.module.css'

export interface SettingsSectionProps {
  readonly settings: RequestSettings
  readonly onChange: (settings: RequestSettings) => void
  /** Settings of the kind of the request, in the place of the timeout. */
  readonly ofKind?: ReactNode
  /** Settings of the body, below all others. */
  readonly ofBody?: ReactNode
  /** False if the kind has only one version of HTTP. */
  readonly hasVersion?: boolean
}

/** The settings of this request; all others come from its folder, its collection and Settings. */
export function SettingsSection(props: SettingsSectionProps) {
  const { settings, onChange, ofKind, ofBody, hasVersion = true } = props
  const change = (patch: Partial<RequestSettings>) => onChange({ ...settings, ...patch })
  return (
    <div className={styles.section}>
      {hasVersion && (
        <ChoiceRow
          label="HTTP version"
          detail="Auto uses HTTP/2 if the server offers it over TLS."
          value={settings.httpVersion}
          choices={[
            { value: 'inherit', label: 'Inherit' },
            { value: 'auto', label: 'Auto' },
            { value: '1.1', label: 'HTTP/1.1' },
            { value: '2', label: 'HTTP/2' },
          ]}
          onChange={httpVersion => change({ httpVersion })}
        />
      )}
      {ofKind ?? (
        <OptionalNumberRow
          label="Request timeout"
          detail="For the whole request. 0 means no limit."
          value={ownValue(settings.timeoutMs)}
          placeholder="Inherit"
          {...milliseconds}
          onChange={timeoutMs => change({ timeoutMs: timeoutMs ?? 'inherit' })}
        />
      )}
      <ChoiceRow
        label="Follow redirects"
        value={switchValue(settings.followRedirects)}
        choices={[
          { value: 'inherit', label: 'Inherit' },
          { value: 'on', label: 'On' },
          { value: 'off', label: 'Off' },
        ]}
        onChange={value => change({ followRedirects: value === 'inherit' ? value : value === 'on' })}
      />
      <OptionalNumberRow
        label="Maximum redirects"
        value={ownValue(settings.maxRedirects)}
        placeholder="Inherit"
        min={0}
        max={100}
        onChange={maxRedirects => change({ maxRedirects: maxRedirects ?? 'inherit' })}
      />
      {ofBody}
    </div>
  )
}

function ownValue(value: number | 'inherit'): number | null {
  return value === 'inherit' ? null : value
}

function switchValue(value: boolean | 'inherit'): 'inherit' | 'on' | 'off' {
  return value === 'inherit' ? value : value ? 'on' : 'off'
}
