import { type ComponentType, Suspense } from 'react'
import { useStore } from 'zustand'
import { ErrorBoundary } from '../../../components/ErrorBoundary.tsx'
import { lazyOverlay } from '../../../components/lazy-part.tsx'
import { useCompare, useDialogs, useRequestDocuments, useSidebar } from '../../../wiring/use-stores.ts'
import type { DialogName } from '../../../workbench/dialogs.ts'
import { HoldKeys } from '../../Shortcuts/HoldKeys.tsx'

interface DialogProps {
  readonly onClose: () => void
}

/** The dialog of each name that a command can open. */
const commandDialogs: Readonly<Record<DialogName, ComponentType<DialogProps>>> = {
  palette: lazyOverlay(async () => (await import('../../Palette/Palette.tsx')).Palette),
  settings: lazyOverlay(async () => (await import('../../Settings/SettingsDialog.tsx')).SettingsDialog),
  generateCode: lazyOverlay(
    async () => (await import('../../GenerateCode/GenerateCodeDialog.tsx')).GenerateCodeDialog,
  ),
  saveExample: lazyOverlay(
    async () => (await import('../../Example/SaveExampleDialog.tsx')).SaveExampleDialog,
  ),
  repeat: lazyOverlay(async () => (await import('../../Request/RepeatDialog.tsx')).RepeatDialog),
  import: lazyOverlay(async () => (await import('../../Import/ImportDialog.tsx')).ImportDialog),
  export: lazyOverlay(async () => (await import('../../Export/ExportDialog.tsx')).ExportDialog),
  recentlyDeleted: lazyOverlay(
    async () => (await import('../../Deleted/RecentlyDeletedDialog.tsx')).RecentlyDeletedDialog,
  ),
  quickEdit: lazyOverlay(
    async () => (await import('../../Environments/QuickEditDialog.tsx')).QuickEditDialog,
  ),
  openWorkspace: ({ onClose }) => <WorkspaceDialog isNew={false} onClose={onClose} />,
  newWorkspace: ({ onClose }) => <WorkspaceDialog isNew onClose={onClose} />,
}

const WorkspaceDialog = lazyOverlay(async () => (await import('../WorkspaceDialog.tsx')).WorkspaceDialog)

const RemoveDialog = lazyOverlay(async () => (await import('../../Sidebar/RemoveDialog.tsx')).RemoveDialog)

const SaveRequestDialog = lazyOverlay(
  async () => (await import('../../Request/SaveRequestDialog.tsx')).SaveRequestDialog,
)

const CompareDialog = lazyOverlay(async () => (await import('../../History/CompareDialog.tsx')).CompareDialog)

/** The dialog that a command has opened, and those on a request, a response or an entry of the tree. */
export function OpenDialogs() {
  const dialogs = useDialogs()
  const requestDocuments = useRequestDocuments()
  const sidebar = useSidebar()
  const compare = useCompare()
  const comparison = useStore(compare.store, state => state.comparison)
  const removing = useStore(sidebar.store, state => state.removing)
  const open = useStore(dialogs.store, state => state.open)
  const placingTabId = useStore(requestDocuments.store, state => state.placingTabId)
  const CommandDialog = open === null ? null : commandDialogs[open]
  return (
    <ErrorBoundary subject="The dialog" resetKey={open ?? ''} isOverlay>
      <Suspense fallback={<HoldKeys />}>
        {CommandDialog !== null && <CommandDialog onClose={dialogs.close} />}
        {comparison !== null && <CompareDialog comparison={comparison} onClose={compare.close} />}
        {removing !== null && <RemoveDialog removing={removing} />}
        {placingTabId !== null && (
          <SaveRequestDialog tabId={placingTabId} onClose={requestDocuments.stopPlacing} />
        )}
      </Suspense>
    </ErrorBoundary>
  )
}
