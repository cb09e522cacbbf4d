import type { ReactNode } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { classNames } from './class-names.ts'
import styles from './ModalDialog.module.css'

export interface ModalDialogProps {
  readonly label: string
  readonly size: 'settings' | 'code' | 'save' | 'import' | 'palette'
  /** False: a click beside it does not close it, so that nothing typed is lost. */
  readonly isDismissable?: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog over the page: the focus stays in it, Esc closes it, and the focus returns to its opener. */
export function ModalDialog({ label, size, isDismissable = true, onClose, children }: ModalDialogProps) {
  return (
    <ModalOverlay
      isOpen
      isDismissable={isDismissable}
      onOpenChange={isOpen => {
        if (!isOpen) onClose()
      }}
      className={classNames(styles.scrim, size === 'palette' && styles.nearTop)}
    >
      <Modal className={classNames(styles.modal, styles[size])}>
        <Dialog aria-label={label} className={styles.dialog ?? ''}>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
