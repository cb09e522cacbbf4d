import type { ReactNode } from 'react'
import { Heading } from 'react-aria-components/Heading'
import { Button } from '../buttons/Button.tsx'
import styles from './ConfirmDialog.module.css'
import type { DialogKind } from './dialog-kinds.ts'
import { QueuedModal } from './QueuedModal.tsx'

export interface ConfirmDialogProps {
  readonly kind: DialogKind
  /** A question that names the object. */
  readonly title: string
  readonly message: string
  /** The verb of the question. */
  readonly confirmLabel: string
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** Asks for confirmation of an action that no undo takes back. Cancel has the focus; Esc cancels. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { kind, title, message, confirmLabel, onConfirm, onCancel } = props
  return (
    <AlertDialog kind={kind} title={title} message={message} onCancel={onCancel}>
      <Button variant="destructive" onPress={onConfirm}>
        {confirmLabel}
      </Button>
    </AlertDialog>
  )
}

export interface ChoiceDialogProps {
  readonly kind: DialogKind
  readonly title: string
  readonly message: string
  /** The primary one confirms with Ctrl+Enter. */
  readonly choices: readonly {
    readonly label: string
    readonly isPrimary?: boolean
    onChoose(): void
  }[]
  readonly onCancel: () => void
}

/** Asks which of several actions to take. Cancel has the focus; Esc cancels. */
export function ChoiceDialog({ kind, title, message, choices, onCancel }: ChoiceDialogProps) {
  return (
    <AlertDialog kind={kind} title={title} message={message} onCancel={onCancel}>
      {choices.map(({ label, isPrimary = false, onChoose }) => (
        <Button key={label} variant={isPrimary ? 'primary' : 'outlined'} onPress={onChoose}>
          {label}
        </Button>
      ))}
    </AlertDialog>
  )
}

interface AlertDialogProps {
  readonly kind: DialogKind
  readonly title: string
  readonly message: string
  readonly onCancel: () => void
  /** The buttons after Cancel. */
  readonly children: ReactNode
}

function AlertDialog({ kind, title, message, onCancel, children }: AlertDialogProps) {
  return (
    <QueuedModal
      kind={kind}
      role="alertdialog"
      scrimClass="scrim"
      modalClass={styles.modal ?? ''}
      dialogClass={styles.dialog ?? ''}
      isDismissable={false}
      onClose={onCancel}
    >
      <Heading slot="title" className={styles.title ?? ''}>
        {title}
      </Heading>
      <p className={styles.message}>{message}</p>
      <div className={styles.actions}>
        <Button variant="outlined" autoFocus onPress={onCancel}>
          Cancel
        </Button>
        {children}
      </div>
    </QueuedModal>
  )
}
