import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import type { DialogKind } from './dialog-kinds.ts'
import { createDialogTurns, DialogTurnsContext, useDialogTurn } from './dialog-turns.ts'

export interface QueuedModalProps {
  readonly kind: DialogKind
  readonly role: 'dialog' | 'alertdialog'
  /** Without it, the heading in the title slot names the dialog. */
  readonly label?: string
  readonly scrimClass: string
  readonly modalClass: string
  readonly dialogClass: string
  /** Whether a click outside closes it. */
  readonly isDismissable: boolean
  /** Also called for Esc. */
  readonly onClose: () => void
  readonly children: ReactNode
}

/**
 * A dialog that waits for its turn, because two open ones would make each other inert. The focus stays in it,
 * Esc closes it, and the focus returns to its opener.
 */
export function QueuedModal({ kind, role, label, isDismissable, onClose, ...props }: QueuedModalProps) {
  const isTurn = useDialogTurn()
  const [ownTurns] = useState(createDialogTurns)
  const modal = useRef<HTMLDivElement>(null)
  useEscapeWithoutFocus(modal, onClose)
  if (!isTurn) return null
  return (
    <ModalOverlay
      isOpen
      isDismissable={isDismissable}
      onOpenChange={isOpen => {
        if (!isOpen) onClose()
      }}
      className={props.scrimClass}
    >
      <Modal ref={modal} className={props.modalClass} data-dialog={kind}>
        <Dialog
          role={role}
          {...(label === undefined ? {} : { 'aria-label': label })}
          className={props.dialogClass}
        >
          <DialogTurnsContext value={ownTurns}>{props.children}</DialogTurnsContext>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/**
 * Closes the dialog on Esc while nothing has the focus: when what had it is removed, the library gives the
 * focus back to the dialog with the next frame, and a key that is pressed before would be lost.
 */
function useEscapeWithoutFocus(modal: RefObject<HTMLDivElement | null>, close: () => void): void {
  const closeOnEscape = useEffectEvent((event: KeyboardEvent) => {
    // A dialog below another one, or below a menu, is inert.
    const isOnTop = modal.current !== null && modal.current.closest('[inert]') === null
    if (event.key !== 'Escape' || event.target !== document.body || event.defaultPrevented || !isOnTop) return
    // The dialog whose turn comes next is there before its own listener gets this key.
    event.preventDefault()
    close()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => closeOnEscape(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
