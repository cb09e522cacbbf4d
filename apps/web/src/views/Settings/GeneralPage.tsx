import { useStore } from 'zustand'
import { milliseconds, NumberRow, SwitchRow } from '../../components/fields/ControlRows.tsx'
import { useSettings } from '../../wiring/use-stores.ts'

/** Timeouts and redirects, for requests that do not say otherwise. */
export function GeneralPage() {
  const settings = useSettings()
  const general = useStore(settings.store, state => state.settings.general)
  return (
    <>
      <NumberRow
        label="Request timeout"
        detail="For the whole request. 0 means no limit."
        value={general.requestTimeoutMs}
        {...milliseconds}
        onChange={requestTimeoutMs => settings.change('general', { requestTimeoutMs })}
      />
      <NumberRow
        label="Connect timeout"
        detail="For connecting only. 0 means no limit."
        value={general.connectTimeoutMs}
        {...milliseconds}
        onChange={connectTimeoutMs => settings.change('general', { connectTimeoutMs })}
      />
      <SwitchRow
        label="Follow redirects"
        detail="Credentials are not sent on if a redirect leads to another origin."
        isSelected={general.followRedirects}
        onChange={followRedirects => settings.change('general', { followRedirects })}
      />
      <NumberRow
        label="Maximum redirects"
        detail="A request that is redirected more often fails."
        value={general.maxRedirects}
        min={0}
        max={100}
        onChange={maxRedirects => settings.change('general', { maxRedirects })}
      />
    </>
  )
}
