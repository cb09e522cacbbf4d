import type { ReactNode } from 'react'
import { Heading } from 'react-aria-components/Heading'
import { Button } from '../buttons/Button.tsx'
import type { DialogKind } from './dialog-kinds.ts'
import styles from './FormDialog.module.css'
import { ModalDialog } from './ModalDialog.tsx'

export interface FormDialogProps {
  readonly kind: DialogKind
  readonly title: string
  /** Below the title. */
  readonly message?: string
  /** The verb of the action. */
  readonly submitLabel: string
  readonly isComplete: boolean
  /** Why the action failed. */
  readonly problem: string | null
  /** Below the fields. */
  readonly hint: string
  readonly onSubmit: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog with a few fields. Enter in a field submits it. */
export function FormDialog(props: FormDialogProps) {
  const { kind, title, message, submitLabel, isComplete, problem, hint, onSubmit, onClose, children } = props
  return (
    <ModalDialog kind={kind} label={title} size="save" isDismissable={false} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={event => {
          event.preventDefault()
          if (isComplete) onSubmit()
        }}
      >
        <Heading slot="title" className={styles.title ?? ''}>
          {title}
        </Heading>
        {message !== undefined && <p className={styles.hint}>{message}</p>}
        {children}
        {problem !== null && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
        <p className={styles.hint}>{hint}</p>
        <div className={styles.actions}>
          <Button variant="outlined" onPress={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" isDisabled={!isComplete}>
            {submitLabel}
          </Button>
        </div>
      </form>
    </ModalDialog>
  )
}
