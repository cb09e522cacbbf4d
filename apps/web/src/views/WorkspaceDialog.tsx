import { type FormEvent, useId, useState } from 'react'
import { Heading } from 'react-aria-components/Heading'
import { useAppModel } from '../app-model.ts'
import { Button } from '../components/Button.tsx'
import { ModalDialog } from '../components/ModalDialog.tsx'
import styles from './WorkspaceDialog.module.css'

export interface WorkspaceDialogProps {
  /** One is made, else one that is there is opened. */
  readonly isNew: boolean
  readonly onClose: () => void
}

/** Opens or makes a workspace: a folder of collections. */
export function WorkspaceDialog({ isNew, onClose }: WorkspaceDialogProps) {
  const { workspaces } = useAppModel()
  const [name, setName] = useState('')
  const [folder, setFolder] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const title = isNew ? 'New workspace' : 'Open workspace'
  const isComplete = (isNew ? name : folder).trim() !== ''

  async function confirm(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (!isComplete) return
    const found = await (isNew
      ? workspaces.create(name.trim(), folder.trim())
      : workspaces.open(folder.trim()))
    setProblem(found)
    if (found === null) onClose()
  }

  return (
    <ModalDialog label={title} size="save" onClose={onClose}>
      <form className={styles.form} onSubmit={event => void confirm(event)}>
        <Heading slot="title" className={styles.title ?? ''}>
          {title}
        </Heading>
        {isNew && <TextRow label="Workspace name" value={name} isFirst onChange={setName} />}
        <TextRow
          label="Folder"
          value={folder}
          isFirst={!isNew}
          hint={
            isNew
              ? 'An empty or new folder. Left out, the workspace is kept in the app data.'
              : 'A folder with workspace.yml or with collections in it, such as ~/apis/shop.'
          }
          onChange={setFolder}
        />
        {problem !== null && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
        <p className={styles.hint}>
          Open tabs are kept with their unsaved changes until this workspace is opened again.
        </p>
        <div className={styles.actions}>
          <Button variant="outlined" onPress={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" isDisabled={!isComplete}>
            {isNew ? 'Create' : 'Open'}
          </Button>
        </div>
      </form>
    </ModalDialog>
  )
}

interface TextRowProps {
  readonly label: string
  readonly value: string
  /** The cursor begins in it. */
  readonly isFirst: boolean
  readonly hint?: string
  readonly onChange: (value: string) => void
}

function TextRow({ label, value, isFirst, hint, onChange }: TextRowProps) {
  const [id, hintId] = [useId(), useId()]
  return (
    <>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type="text"
        className={styles.input}
        aria-describedby={hint === undefined ? undefined : hintId}
        // biome-ignore lint/a11y/noAutofocus: the first field of a dialog has the focus.
        autoFocus={isFirst}
        value={value}
        autoComplete="off"
        spellCheck={false}
        onChange={event => onChange(event.target.value)}
      />
      {hint !== undefined && (
        <span id={hintId} className={styles.hint}>
          {hint}
        </span>
      )}
    </>
  )
}
