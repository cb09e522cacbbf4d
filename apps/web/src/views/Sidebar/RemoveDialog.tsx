import { shownName } from '@parley/model'
import { useStore } from 'zustand'
import { ConfirmDialog } from '../../components/dialogs/ConfirmDialog.tsx'
import type { TreeEntry } from '../../library/find-entry.ts'
import { countRequests } from '../../library/flatten-tree.ts'
import { restorable } from '../../library/recently-deleted.ts'
import { useLibrary, useSidebar } from '../../wiring/use-stores.ts'

/** Asks before something is deleted (behaviour 4.1). */
export function RemoveDialog({ removing }: { readonly removing: TreeEntry }) {
  const sidebar = useSidebar()
  const library = useLibrary()
  const workspaceName = useStore(library.store, state => state.tree?.workspaceName ?? '')
  const { node, path } = removing
  const place = shownName(path.length === 0 ? workspaceName : path.join(' / '))
  const count = node.kind === 'request' ? 0 : countRequests(node)
  const subject =
    count === 0 ? 'It is' : count === 1 ? 'It and its request are' : `It and its ${count} requests are`
  return (
    <ConfirmDialog
      kind="deleteEntry"
      title={`Delete ${shownName(node.name)}?`}
      message={`${subject} removed from ${place}. ${restorable}`}
      confirmLabel="Delete"
      onConfirm={() => void sidebar.remove()}
      onCancel={sidebar.keep}
    />
  )
}
