import { useState } from 'react'
import { useStore } from 'zustand'
import { DialogField } from '../../components/dialogs/DialogField.tsx'
import { FormDialog } from '../../components/dialogs/FormDialog.tsx'
import { useDialogs, useWorkspaces } from '../../wiring/use-stores.ts'

export interface WorkspaceDialogProps {
  /** Whether a workspace is created; otherwise an existing one is opened. */
  readonly isNew: boolean
  readonly onClose: () => void
}

/** Opens or makes a workspace: a folder of collections. */
export function WorkspaceDialog({ isNew, onClose }: WorkspaceDialogProps) {
  const workspaces = useWorkspaces()
  const [name, setName] = useState('')
  const given = useStore(useDialogs().store, ({ typed }) => typed)
  const [folder, setFolder] = useState(isNew ? '' : given)
  const [problem, setProblem] = useState<string | null>(null)

  async function confirm(): Promise<void> {
    const found = await (isNew
      ? workspaces.create(name.trim(), folder.trim())
      : workspaces.open(folder.trim()))
    setProblem(found)
    if (found === null) onClose()
  }

  return (
    <FormDialog
      kind="workspace"
      title={isNew ? 'New workspace' : 'Open workspace'}
      submitLabel={isNew ? 'Create' : 'Open'}
      isComplete={(isNew ? name : folder).trim() !== ''}
      problem={problem}
      hint="Open tabs are kept with their unsaved changes until this workspace is opened again."
      onSubmit={() => void confirm()}
      onClose={onClose}
    >
      {isNew && <DialogField label="Workspace name" value={name} isFirst onChange={setName} />}
      <DialogField
        label="Folder"
        value={folder}
        isFirst={!isNew}
        hint={
          isNew
            ? 'An empty or new folder. If you leave it out, the workspace is stored in the app data.'
            : 'A folder with workspace.yml or with collections in it, such as ~/apis/shop.'
        }
        onChange={setFolder}
      />
    </FormDialog>
  )
}
