import type { RequestSettings } from '@parley/model'
import { useAppModel } from '../../app-model.ts'
import { OptionalNumberField } from '../../components/NumberField.tsx'
import { SegmentedControl } from '../../components/SegmentedControl.tsx'
import { SettingRow } from '../../components/SettingRow.tsx'
import type { RequestTab } from '../../workbench/request-tab.ts'
import styles from './SettingsSection.module.css'

/** About 24 days: no timer waits longer. */
const longestMs = 2_147_483_647

/** What this request alone is sent with; all else comes from its folder, its collection and Settings. */
export function SettingsSection({ tab }: { readonly tab: RequestTab }) {
  const { workbench } = useAppModel()
  const { settings } = tab.draft
  const change = (patch: Partial<RequestSettings>) =>
    workbench.editDraft(tab.id, draft => ({ ...draft, settings: { ...draft.settings, ...patch } }))
  return (
    <div className={styles.section}>
      <SettingRow label="HTTP version" detail="Auto takes HTTP/2 where the server offers it over TLS.">
        <SegmentedControl
          label="HTTP version"
          value={settings.httpVersion}
          choices={[
            { value: 'inherit', label: 'Inherit' },
            { value: 'auto', label: 'Auto' },
            { value: '1.1', label: 'HTTP/1.1' },
            { value: '2', label: 'HTTP/2' },
          ]}
          onChange={httpVersion => change({ httpVersion })}
        />
      </SettingRow>
      <SettingRow label="Request timeout" detail="For the whole request. 0 means no limit.">
        <OptionalNumberField
          label="Request timeout"
          value={ownValue(settings.timeoutMs)}
          placeholder="Inherit"
          min={0}
          max={longestMs}
          unit="ms"
          onChange={timeoutMs => change({ timeoutMs: timeoutMs ?? 'inherit' })}
        />
      </SettingRow>
      <SettingRow label="Follow redirects">
        <SegmentedControl
          label="Follow redirects"
          value={switchValue(settings.followRedirects)}
          choices={[
            { value: 'inherit', label: 'Inherit' },
            { value: 'on', label: 'On' },
            { value: 'off', label: 'Off' },
          ]}
          onChange={value => change({ followRedirects: value === 'inherit' ? value : value === 'on' })}
        />
      </SettingRow>
      <SettingRow label="Maximum redirects">
        <OptionalNumberField
          label="Maximum redirects"
          value={ownValue(settings.maxRedirects)}
          placeholder="Inherit"
          min={0}
          max={100}
          onChange={maxRedirects => change({ maxRedirects: maxRedirects ?? 'inherit' })}
        />
      </SettingRow>
    </div>
  )
}

function ownValue(value: number | 'inherit'): number | null {
  return value === 'inherit' ? null : value
}

function switchValue(value: boolean | 'inherit'): 'inherit' | 'on' | 'off' {
  return value === 'inherit' ? value : value ? 'on' : 'off'
}
