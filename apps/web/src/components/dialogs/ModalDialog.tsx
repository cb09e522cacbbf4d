import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import type { DialogKind } from './dialog-kinds.ts'
import styles from './ModalDialog.module.css'
import { QueuedModal } from './QueuedModal.tsx'

export interface ModalDialogProps {
  readonly kind: DialogKind
  readonly label: string
  readonly size: 'settings' | 'code' | 'save' | 'import' | 'variables' | 'palette'
  /** False if a click outside must not close it, so that nothing typed is lost. */
  readonly isDismissable?: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog over the page: the focus stays in it, Esc closes it, and the focus returns to its opener. */
export function ModalDialog(props: ModalDialogProps) {
  const { kind, label, size, isDismissable = true, onClose, children } = props
  return (
    <QueuedModal
      kind={kind}
      role="dialog"
      label={label}
      scrimClass={classNames(styles.scrim, size === 'palette' && styles.nearTop)}
      modalClass={classNames(styles.modal, styles[size])}
      dialogClass={styles.dialog ?? ''}
      isDismissable={isDismissable}
      onClose={onClose}
    >
      {children}
    </QueuedModal>
  )
}
