import { type ComponentType, Suspense } from 'react'
import { useStore } from 'zustand'
import { ErrorBoundary } from '../../../components/ErrorBoundary.tsx'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { useCompare, useDialogs, useRequestDocuments, useSidebar } from '../../../wiring/use-stores.ts'
import type { DialogName } from '../../../workbench/dialogs.ts'
import { HoldKeys } from '../../Shortcuts/HoldKeys.tsx'

interface DialogProps {
  readonly onClose: () => void
}

/** The dialog of each name that a command can open. */
const commandDialogs: Readonly<Record<DialogName, ComponentType<DialogProps>>> = {
  palette: lazyPart(
    async () => {
      const { Palette } = await import('../../Palette/Palette.tsx')
      return { default: Palette }
    },
    { isOverlay: true },
  ),
  settings: lazyPart(
    async () => {
      const { SettingsDialog } = await import('../../Settings/SettingsDialog.tsx')
      return { default: SettingsDialog }
    },
    { isOverlay: true },
  ),
  generateCode: lazyPart(
    async () => {
      const { GenerateCodeDialog } = await import('../../GenerateCode/GenerateCodeDialog.tsx')
      return { default: GenerateCodeDialog }
    },
    { isOverlay: true },
  ),
  saveExample: lazyPart(
    async () => {
      const { SaveExampleDialog } = await import('../../Example/SaveExampleDialog.tsx')
      return { default: SaveExampleDialog }
    },
    { isOverlay: true },
  ),
  import: lazyPart(
    async () => {
      const { ImportDialog } = await import('../../Import/ImportDialog.tsx')
      return { default: ImportDialog }
    },
    { isOverlay: true },
  ),
  export: lazyPart(
    async () => {
      const { ExportDialog } = await import('../../Export/ExportDialog.tsx')
      return { default: ExportDialog }
    },
    { isOverlay: true },
  ),
  recentlyDeleted: lazyPart(
    async () => {
      const { RecentlyDeletedDialog } = await import('../../Deleted/RecentlyDeletedDialog.tsx')
      return { default: RecentlyDeletedDialog }
    },
    { isOverlay: true },
  ),
  openWorkspace: ({ onClose }) => <WorkspaceDialog isNew={false} onClose={onClose} />,
  newWorkspace: ({ onClose }) => <WorkspaceDialog isNew onClose={onClose} />,
}

const WorkspaceDialog = lazyPart(
  async () => {
    const { WorkspaceDialog: Component } = await import('../WorkspaceDialog.tsx')
    return { default: Component }
  },
  { isOverlay: true },
)

const RemoveDialog = lazyPart(
  async () => {
    const { RemoveDialog: Component } = await import('../../Sidebar/RemoveDialog.tsx')
    return { default: Component }
  },
  { isOverlay: true },
)

const SaveRequestDialog = lazyPart(
  async () => {
    const { SaveRequestDialog: Component } = await import('../../Request/SaveRequestDialog.tsx')
    return { default: Component }
  },
  { isOverlay: true },
)

const CompareDialog = lazyPart(
  async () => {
    const { CompareDialog: Component } = await import('../../History/CompareDialog.tsx')
    return { default: Component }
  },
  { isOverlay: true },
)

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
