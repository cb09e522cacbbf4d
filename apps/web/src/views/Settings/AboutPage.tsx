import { useStore } from 'zustand'
import { SettingRow } from '../../components/fields/SettingRow.tsx'
import { useServerStatus } from '../../wiring/use-stores.ts'
import { UpdateRows } from './UpdateRows.tsx'

/** The version of Parley, and what data it sends. */
export function AboutPage() {
  const server = useServerStatus()
  const session = useStore(server.store, state => state.session)
  const updatesAddress = session?.updatesAddress ?? null
  return (
    <>
      <SettingRow label="Parley" detail="An API client for the browser, the desktop and the command line.">
        <span>{session?.version}</span>
      </SettingRow>
      <UpdateRows address={updatesAddress} />
      <SettingRow label="User-Agent" detail="Sent with every request that does not have its own.">
        <code>{session?.userAgent}</code>
      </SettingRow>
      <SettingRow
        label="Your data"
        detail={
          updatesAddress === null
            ? 'Everything stays on this device. Parley needs no account and calls no server but yours.'
            : 'Everything stays on this device. Parley needs no account and calls no server but yours, except to check for updates when you ask.'
        }
      >
        {null}
      </SettingRow>
      <SettingRow label="Licence" detail="MIT. The licences of the libraries in it are included.">
        {null}
      </SettingRow>
    </>
  )
}
