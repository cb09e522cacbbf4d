import type { ReactNode } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { Button } from './Button.tsx'
import styles from './ConfirmDialog.module.css'

export interface ConfirmDialogProps {
  /** A question that names the object. */
  readonly title: string
  readonly message: string
  /** The verb of the question. */
  readonly confirmLabel: string
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** Asks before something that cannot be undone. Cancel has the focus; Esc cancels. */
export function ConfirmDialog({ title, message, confirmLabel, onConfirm, onCancel }: ConfirmDialogProps) {
  return (
    <AlertDialog title={title} message={message} onCancel={onCancel}>
      <Button variant="destructive" onPress={onConfirm}>
        {confirmLabel}
      </Button>
    </AlertDialog>
  )
}

export interface ChoiceDialogProps {
  readonly title: string
  readonly message: string
  readonly choices: readonly { readonly label: string; onChoose(): void }[]
  readonly onCancel: () => void
}

/** Asks which of several is to be done. Cancel has the focus; Esc cancels. */
export function ChoiceDialog({ title, message, choices, onCancel }: ChoiceDialogProps) {
  return (
    <AlertDialog title={title} message={message} onCancel={onCancel}>
      {choices.map(({ label, onChoose }) => (
        <Button key={label} variant="outlined" onPress={onChoose}>
          {label}
        </Button>
      ))}
    </AlertDialog>
  )
}

interface AlertDialogProps {
  readonly title: string
  readonly message: string
  readonly onCancel: () => void
  /** The buttons after Cancel. */
  readonly children: ReactNode
}

function AlertDialog({ title, message, onCancel, children }: AlertDialogProps) {
  return (
    <ModalOverlay
      isOpen
      isDismissable={false}
      onOpenChange={isOpen => {
        if (!isOpen) onCancel()
      }}
      className={styles.scrim ?? ''}
    >
      <Modal className={styles.modal ?? ''}>
        <Dialog role="alertdialog" className={styles.dialog ?? ''}>
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
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
