import { useStore } from 'zustand'
import { useAppModel } from '../../app-model.ts'
import { ChoiceDialog } from '../../components/ConfirmDialog.tsx'
import type { BranchPagesState } from '../../workbench/branch-pages.ts'
import type { BranchTab } from '../../workbench/branch-tab.ts'
import { isDeepEqual } from '../../workbench/deep-equal.ts'
import { isBranchTab, tabName } from '../../workbench/request-tab.ts'

/** Asks what is to stay where the file of a collection or folder was changed outside. */
export function BranchConflictDialog({
  conflict: { tabId, theirs },
}: {
  readonly conflict: NonNullable<BranchPagesState['conflict']>
}) {
  const { workbench, branches } = useAppModel()
  const tab = useStore(workbench.store, state => state.tabs.find(one => one.id === tabId) ?? null)
  if (tab === null || !isBranchTab(tab)) return null
  const parts = differingParts(tab, theirs.content)
  return (
    <ChoiceDialog
      title={`${tabName(tab)} was changed on disk`}
      message={`Another program saved it since it was opened here. What differs: ${parts.join(', ')}.`}
      choices={[
        { label: 'Keep what is on disk', onChoose: branches.takeTheirs },
        { label: 'Keep mine', onChoose: () => void branches.keepMine() },
      ]}
      onCancel={branches.decideLater}
    />
  )
}

function differingParts({ draft }: BranchTab, theirs: BranchTab['draft']): readonly string[] {
  const { headers, scripts, variables, auth } = draft.defaults
  const pairs = [
    ['name', draft.name, theirs.name],
    ['docs', draft.docs, theirs.docs],
    ['headers', headers, theirs.defaults.headers],
    ['authorization', auth, theirs.defaults.auth],
    ['scripts', scripts, theirs.defaults.scripts],
    ['variables', variables, theirs.defaults.variables],
  ] as const
  const found = pairs.filter(([, mine, other]) => !isDeepEqual(mine, other)).map(([name]) => name)
  return found.length === 0 ? ['what this page does not show'] : found
}
