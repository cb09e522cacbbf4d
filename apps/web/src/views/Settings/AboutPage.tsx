import { useStore } from 'zustand'
import { SettingRow } from '../../components/fields/SettingRow.tsx'
import { useServerStatus } from '../../wiring/use-stores.ts'

/** The version of Parley, and what data it sends. */
export function AboutPage() {
  const server = useServerStatus()
  const session = useStore(server.store, state => state.session)
  return (
    <>
      <SettingRow label="Parley" detail="An API client for the browser, the desktop and the command line.">
        <span>{session?.version}</span>
      </SettingRow>
      <SettingRow label="User-Agent" detail="Sent with every request that does not have its own.">
        <code>{session?.userAgent}</code>
      </SettingRow>
      <SettingRow
        label="Your data"
        detail="Everything stays on this device. Parley needs no account and calls no server but yours."
      >
        {null}
      </SettingRow>
      <SettingRow label="Licence" detail="MIT. The licences of the libraries in it are included.">
        {null}
      </SettingRow>
    </>
  )
}
