import { shownName } from '@parley/model'
import type { LibraryTree } from '@parley/server/contract'
import { Button } from '../../components/buttons/Button.tsx'
import { useDialogs, useSidebar } from '../../wiring/use-stores.ts'
import styles from './Sidebar.module.css'

/** What to do in a workspace that has no request yet. */
export function FirstSteps({ tree: { collections } }: { readonly tree: LibraryTree }) {
  const sidebar = useSidebar()
  const dialogs = useDialogs()
  const collection = collections.at(-1)
  if (collection === undefined)
    return (
      <div className={styles.nothing}>
        <h3>No collections yet</h3>
        <p>Collections keep requests, scripts and authorization together.</p>
        <Button variant="outlined" onPress={() => void sidebar.addCollection()}>
          New collection
        </Button>
        <Button variant="outlined" onPress={() => dialogs.open('import')}>
          Import
        </Button>
      </div>
    )
  return (
    <div className={styles.nothing}>
      <h3>No requests yet</h3>
      <p>Requests in a collection inherit its headers, authorization, variables and scripts.</p>
      <Button variant="outlined" onPress={() => void sidebar.addRequest(collection.id, 'http')}>
        Add a request to {shownName(collection.name)}
      </Button>
    </div>
  )
}
