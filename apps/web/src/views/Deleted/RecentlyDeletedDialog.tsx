import { X } from 'lucide-react'
import { useEffect } from 'react'
import { Heading } from 'react-aria-components/Heading'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { ModalDialog } from '../../components/dialogs/ModalDialog.tsx'
import { useRecentlyDeleted } from '../../wiring/use-stores.ts'
import { DeletedList } from './DeletedList.tsx'
import styles from './RecentlyDeletedDialog.module.css'

/** Lists and restores entries that were deleted within the last 7 days (behaviour, Delete). */
export function RecentlyDeletedDialog({ onClose }: { readonly onClose: () => void }) {
  const recentlyDeleted = useRecentlyDeleted()
  useEffect(() => void recentlyDeleted.load(), [recentlyDeleted])
  return (
    <ModalDialog kind="recentlyDeleted" label="Recently deleted" size="save" onClose={onClose}>
      <div className={styles.titleRow}>
        <Heading slot="title" className={styles.title ?? ''}>
          Recently deleted
        </Heading>
        <IconButton label="Close" onPress={onClose}>
          <X size={16} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      </div>
      <div className={styles.content}>
        <DeletedList />
      </div>
    </ModalDialog>
  )
}
