import { useStore } from 'zustand'
import { useAppModel } from '../../app-model.ts'
import { NumberField } from '../../components/NumberField.tsx'
import { SettingRow } from '../../components/SettingRow.tsx'
import { Switch } from '../../components/Switch.tsx'

/** About 24 days: no timer waits longer. */
const longestMs = 2_147_483_647

/** Timeouts and redirects, for requests that do not say otherwise. */
export function GeneralPage() {
  const { settings } = useAppModel()
  const general = useStore(settings.store, state => state.settings.general)
  return (
    <>
      <SettingRow label="Request timeout" detail="For the whole request. 0 means no limit.">
        <NumberField
          label="Request timeout"
          value={general.requestTimeoutMs}
          min={0}
          max={longestMs}
          unit="ms"
          onChange={requestTimeoutMs => settings.change('general', { requestTimeoutMs })}
        />
      </SettingRow>
      <SettingRow label="Connect timeout" detail="For connecting alone. 0 means no limit.">
        <NumberField
          label="Connect timeout"
          value={general.connectTimeoutMs}
          min={0}
          max={longestMs}
          unit="ms"
          onChange={connectTimeoutMs => settings.change('general', { connectTimeoutMs })}
        />
      </SettingRow>
      <SettingRow
        label="Follow redirects"
        detail="Credentials stay behind where a redirect leads to another origin."
      >
        <Switch
          label="Follow redirects"
          isSelected={general.followRedirects}
          onChange={followRedirects => settings.change('general', { followRedirects })}
        />
      </SettingRow>
      <SettingRow label="Maximum redirects" detail="A request that is redirected more often fails.">
        <NumberField
          label="Maximum redirects"
          value={general.maxRedirects}
          min={0}
          max={100}
          unit=""
          onChange={maxRedirects => settings.change('general', { maxRedirects })}
        />
      </SettingRow>
    </>
  )
}
