import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { SwitchRow } from '../../components/fields/ControlRows.tsx'
import { SettingRow } from '../../components/fields/SettingRow.tsx'
import { useSettings, useUpdates } from '../../wiring/use-stores.ts'
import type { UpdatesState } from '../../workbench/settings/updates.ts'
import styles from './UpdateRows.module.css'

/** Check for updates: off, and only if the packager set an address. */
export function UpdateRows({ address }: { readonly address: string | null }) {
  if (address === null)
    return (
      <SettingRow
        label="Updates"
        detail="This installation has no update address. Update it the way you installed it."
      >
        {null}
      </SettingRow>
    )
  return <AskedUpdates address={address} />
}

function AskedUpdates({ address }: { readonly address: string }) {
  const settings = useSettings()
  const updates = useUpdates()
  const isOn = useStore(settings.store, state => state.settings.about.checkForUpdates)
  const state = useStore(updates.store)
  return (
    <>
      <SwitchRow
        label="Check for updates"
        detail={
          <>
            Each start asks <code className={styles.address}>{address}</code> for the latest version. Nothing
            is downloaded.
          </>
        }
        isSelected={isOn}
        onChange={checkForUpdates => void settings.change('about', { checkForUpdates })}
      />
      <SettingRow label="Latest version" detail={<Outcome state={state} />}>
        {state.kind === 'asking' ? (
          <Button variant="outlined" onPress={updates.cancel}>
            Cancel
          </Button>
        ) : (
          <Button variant="outlined" onPress={updates.check}>
            Check now
          </Button>
        )}
      </SettingRow>
    </>
  )
}

function Outcome({ state }: { readonly state: UpdatesState }) {
  return (
    <span role="status" className={styles.outcome}>
      <OutcomeText state={state} />
    </span>
  )
}

function OutcomeText({ state }: { readonly state: UpdatesState }) {
  switch (state.kind) {
    case 'none':
      return 'Checked only when you ask.'
    case 'asking':
      return 'Asking…'
    case 'current':
      return 'You have the latest version.'
    case 'newer':
      return (
        <>
          Version {state.version} is available:{' '}
          <a className={styles.link} href={state.link} target="_blank" rel="noreferrer">
            {state.link}
          </a>
        </>
      )
    case 'notSent':
      return <span className={styles.failed}>{state.sentence}</span>
    case 'failed':
      return (
        <span className={styles.failed}>
          {state.sentence} {state.nextStep} ({state.code})
        </span>
      )
  }
}
