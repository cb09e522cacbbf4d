import { shownName } from '@parley/model'
import type { RecentWorkspace } from '@parley/server/contract'
import { ChevronDown } from 'lucide-react'
import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { ActionMenu, type MenuAction } from '../../components/menus/ActionMenu.tsx'
import { useDialogCommands, useDialogs, useLibrary, useWorkspaces } from '../../wiring/use-stores.ts'
import { afterDialogsClose } from '../Shortcuts/focus-pane.ts'
import styles from './TopBar.module.css'

/** Shows the open workspace, and opens others. */
export function WorkspaceButton() {
  const library = useLibrary()
  const workspaces = useWorkspaces()
  const dialogs = useDialogs()
  const { openExport } = useDialogCommands()
  const name = shownName(useStore(library.store, state => state.tree?.workspaceName ?? ''))
  const recent = useStore(workspaces.store, state => state.recent)
  const others = recent.filter(one => !one.isOpen)
  const actions: readonly MenuAction<string>[] = [
    ...others.map(one => ({ id: `folder:${one.folder}`, label: labelOf(one, recent) })),
    { id: 'open', label: 'Open workspace', startsGroup: others.length > 0 },
    { id: 'create', label: 'New workspace' },
    { id: 'import', label: 'Import', startsGroup: true },
    { id: 'export', label: 'Export' },
  ]

  function act(id: string): void {
    if (id === 'open') afterDialogsClose(() => dialogs.open('openWorkspace'))
    else if (id === 'create') afterDialogsClose(() => dialogs.open('newWorkspace'))
    else if (id === 'import') afterDialogsClose(() => dialogs.open('import'))
    else if (id === 'export') afterDialogsClose(() => openExport(null))
    else void workspaces.switchTo(id.slice('folder:'.length))
  }

  if (name === '') return <span className={styles.workspace} />
  return (
    <ActionMenu label="Workspace" actions={actions} onAction={act}>
      <Button aria-label={`Workspace: ${name}`} className={styles.workspace}>
        <span className="cut">{name}</span>
        <ChevronDown size={14} strokeWidth={1.75} aria-hidden="true" />
      </Button>
    </ActionMenu>
  )
}

/** Returns the name of a workspace, with its folder if several have the same name. */
function labelOf({ name, folder }: RecentWorkspace, all: readonly RecentWorkspace[]): string {
  const shown = shownName(name)
  return all.filter(one => one.name === name).length > 1 ? `${shown} (${shownName(folder)})` : shown
}
