import { type AppDataNumbers, defaultAppSettings, formatSize, shownName } from '@parley/model'
import type { Backup } from '@parley/server/contract'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { ConfirmDialog } from '../../components/dialogs/ConfirmDialog.tsx'
import { SettingRow } from '../../components/fields/SettingRow.tsx'
import {
  useDataOverview,
  useDialogCommands,
  useDialogs,
  useRecentlyDeleted,
  useSettings,
  useWorkspaces,
} from '../../wiring/use-stores.ts'
import { timeLabel } from '../../workbench/history-days.ts'
import { DeletedList } from '../Deleted/DeletedList.tsx'
import styles from './DataPage.module.css'

/** Where the data is, how large it is, what was deleted, and a reset to the default settings. */
export function DataPage() {
  const dataOverview = useDataOverview()
  const workspaces = useWorkspaces()
  const recentlyDeleted = useRecentlyDeleted()
  useEffect(() => {
    for (const shown of [dataOverview, recentlyDeleted, workspaces]) void shown.load()
  }, [dataOverview, recentlyDeleted, workspaces])
  const { numbers, problem } = useStore(dataOverview.store)
  const folder = useStore(workspaces.store, state => state.recent.find(one => one.isOpen)?.folder ?? null)
  return (
    <>
      {problem !== null && (
        <p role="alert" className="problem">
          {problem}
        </p>
      )}
      <h3 className={styles.heading}>Where data is stored</h3>
      {folder !== null && (
        <Place
          label="Workspace"
          path={folder}
          detail="Collections, environments and requests, as files that git can keep. Secret values are not included."
        />
      )}
      {numbers !== null && <Places numbers={numbers} />}
      <h3 className={styles.heading}>Backups</h3>
      <BackupRow />
      <BackupList />
      <ExportRow />
      <h3 className={styles.heading}>Recently deleted</h3>
      <DeletedList />
      <h3 className={styles.heading}>Reset</h3>
      <ResetRow />
    </>
  )
}

function Places({ numbers }: { readonly numbers: AppDataNumbers }) {
  const { folder, database, historyBodies, secrets, historyEntries, drafts, copies } = numbers
  const secretCount = secrets.count === null ? 'damaged' : counted(secrets.count, 'secret')
  return (
    <>
      <Place
        label="App data"
        path={folder}
        detail="History, drafts and settings. They stay on this device."
      />
      <Place
        label="Database"
        path={database.path}
        size={database.sizeBytes}
        detail={`${counted(historyEntries, 'history entry', 'history entries')}, ${counted(drafts, 'unsaved tab')}, encrypted`}
      />
      <Place
        label="Response bodies of the history"
        path={historyBodies.path}
        size={historyBodies.sizeBytes}
        detail={`${counted(historyBodies.count, 'body', 'bodies')}, as they came`}
      />
      <Place
        label="Secrets"
        path={secrets.path}
        size={secrets.sizeBytes}
        detail={`${secretCount}, encrypted; the key is in the keychain, or in a file that only this account can read`}
      />
      {copies.map(({ path, sizeBytes }) => (
        <Place
          key={path}
          label="Copy of the database"
          path={path}
          size={sizeBytes}
          detail="A daily backup, one before an update, or a damaged database that was set aside. You can delete it."
        />
      ))}
    </>
  )
}

interface PlaceProps {
  readonly label: string
  readonly path: string
  readonly detail: string
  readonly size?: number
}

function Place({ label, path, detail, size }: PlaceProps) {
  return (
    <SettingRow label={label} detail={detail}>
      <span className={styles.place}>
        <code className={styles.path} title={path}>
          {path}
        </code>
        {size !== undefined && <span className={styles.size}>{formatSize(size)}</span>}
      </span>
    </SettingRow>
  )
}

/** Makes a copy of the whole workspace on request. */
function BackupRow() {
  const dataOverview = useDataOverview()
  const backup = useStore(dataOverview.store, state => state.backup)
  return (
    <>
      <SettingRow
        label="Back up workspace"
        detail="A copy of all its files in the app data, which opens as a workspace. Secret values are not included."
      >
        <Button
          variant="outlined"
          isDisabled={backup?.state === 'making'}
          onPress={() => void dataOverview.backUp()}
        >
          Back up
        </Button>
      </SettingRow>
      {backup?.state === 'made' && (
        <p role="status" className={styles.made}>
          The copy is in <code className={styles.path}>{backup.folder}</code>
        </p>
      )}
      {backup?.state === 'failed' && (
        <p role="alert" className="problem">
          {backup.sentence} {backup.nextStep}
        </p>
      )}
    </>
  )
}

function ExportRow() {
  const { openExport } = useDialogCommands()
  return (
    <SettingRow
      label="Export everything"
      detail="One ZIP archive of all workspaces, global variables, settings and the history. Secret values are not included."
    >
      {/* The second dialog replaces the first. */}
      <Button variant="outlined" onPress={() => openExport(null, 'everything')}>
        Export everything
      </Button>
    </SettingRow>
  )
}

/** The existing backups; each can be opened or deleted. */
function BackupList() {
  const dataOverview = useDataOverview()
  const dialogs = useDialogs()
  const workspaces = useWorkspaces()
  const backups = useStore(dataOverview.store, state => state.backups)
  const [removing, setRemoving] = useState<Backup | null>(null)
  return (
    <ul aria-label="Backups" className={styles.backups}>
      {backups.map(backup => (
        <li key={backup.folder} className={styles.backup}>
          <span className={styles.backupName} title={backup.folder}>
            {shownName(backup.workspaceName)}
            <span className={styles.size}>
              {timeLabel(backup.madeAtMs, Date.now())}, {formatSize(backup.sizeBytes)}
            </span>
          </span>
          <Button
            size="small"
            variant="outlined"
            aria-label={`Open ${nameOf(backup)}`}
            onPress={() => {
              dialogs.close()
              void workspaces.switchTo(backup.folder)
            }}
          >
            Open
          </Button>
          <Button
            size="small"
            variant="outlined"
            aria-label={`Delete ${nameOf(backup)}`}
            onPress={() => setRemoving(backup)}
          >
            Delete
          </Button>
        </li>
      ))}
      {removing !== null && (
        <ConfirmDialog
          kind="removeBackup"
          title={`Delete ${nameOf(removing)}?`}
          message="The copy is removed from the disk. This cannot be undone."
          confirmLabel="Delete"
          onConfirm={() => {
            setRemoving(null)
            void dataOverview.removeBackup(removing.folder)
          }}
          onCancel={() => setRemoving(null)}
        />
      )}
    </ul>
  )
}

const nameOf = ({ workspaceName, madeAtMs }: Backup) =>
  `${shownName(workspaceName)} of ${timeLabel(madeAtMs, Date.now())}`

/** Resets the settings to their defaults, and nothing else. */
function ResetRow() {
  const settings = useSettings()
  const [isAsking, setAsking] = useState(false)
  return (
    <SettingRow
      label="Reset settings"
      detail="Restores the default settings and shortcuts. Workspaces, history and secrets are kept."
    >
      <Button variant="outlined" onPress={() => setAsking(true)}>
        Reset settings
      </Button>
      {isAsking && (
        <ConfirmDialog
          kind="resetSettings"
          title="Reset settings?"
          message="All settings and shortcuts return to their defaults. This cannot be undone."
          confirmLabel="Reset"
          onConfirm={() => {
            setAsking(false)
            settings.changeAll(defaultAppSettings)
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </SettingRow>
  )
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}
