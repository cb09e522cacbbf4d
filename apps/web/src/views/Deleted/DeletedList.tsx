import { shownName } from '@parley/model'
import type { DeletedEntry } from '@parley/server/contract'
import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { useRecentlyDeleted } from '../../wiring/use-stores.ts'
import { momentLabel } from '../../workbench/history-days.ts'
import styles from './DeletedList.module.css'

const kinds = {
  collection: 'Collection',
  folder: 'Folder',
  request: 'Request',
  environment: 'Environment',
} as const

const dayMs = 24 * 3_600_000
const trashDays = 7

/** The entries that were deleted within the last 7 days; each can be restored. */
export function DeletedList() {
  const recentlyDeleted = useRecentlyDeleted()
  const { entries, problem } = useStore(recentlyDeleted.store)
  return (
    <>
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      {entries?.length === 0 && (
        <p className={styles.nothing}>What you delete can be restored from here for 7 days.</p>
      )}
      <ul aria-label="Recently deleted" className={styles.list}>
        {entries?.map(entry => (
          <DeletedItem
            key={entry.trashId}
            entry={entry}
            onRestore={() => void recentlyDeleted.restore(entry.trashId)}
          />
        ))}
      </ul>
    </>
  )
}

function DeletedItem({
  entry: { kind, name, path, deletedAtMs },
  onRestore,
}: {
  readonly entry: DeletedEntry
  readonly onRestore: () => void
}) {
  const place = path.length === 0 ? '' : ` from ${shownName(path.join(' / '))}`
  return (
    <li className={styles.item}>
      <span className={styles.words}>
        <span className="cut" title={name}>
          {shownName(name)}
        </span>
        <span className={styles.detail}>
          {kinds[kind]}
          {place}, deleted {momentLabel(deletedAtMs, Date.now())}, {daysLeft(deletedAtMs)}
        </span>
      </span>
      <Button size="small" variant="outlined" aria-label={`Restore ${name}`} onPress={onRestore}>
        Restore
      </Button>
    </li>
  )
}

function daysLeft(deletedAtMs: number): string {
  const days = Math.max(0, Math.ceil(trashDays - (Date.now() - deletedAtMs) / dayMs))
  return days === 1 ? '1 day left' : `${days} days left`
}
