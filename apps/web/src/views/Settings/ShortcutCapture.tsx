import type { KeyRemap } from '@parley/model'
import { type KeyboardEvent, useState } from 'react'
import { keyName, keyNames } from '../../components/key-names.ts'
import { conflictOf, isUsableShortcut, keysOfPress, type Shortcut } from '../../workbench/settings/keymap.ts'
import styles from './KeyboardPage.module.css'

export interface ShortcutCaptureProps {
  readonly shortcut: Shortcut
  readonly remaps: readonly KeyRemap[]
  /** Called with the new keys; empty: none. */
  readonly onSet: (keys: string) => void
  /** Called for Esc. */
  readonly onCancel: () => void
  /** Called when the focus goes elsewhere. */
  readonly onLeave: () => void
}

/** Takes the keys that are pressed. Those of another command are taken over only after Enter. */
export function ShortcutCapture({ shortcut, remaps, onSet, onCancel, onLeave }: ShortcutCaptureProps) {
  const [pressed, setPressed] = useState<string | null>(null)
  const conflict = pressed === null ? null : conflictOf(pressed, shortcut.command, remaps)
  const problem = pressed === null ? null : problemOf(pressed, conflict)
  const takeKey = (event: KeyboardEvent) => {
    const keys = keysOfPress(event)
    if (keys === 'Tab' || keys === 'Shift+Tab') return
    event.preventDefault()
    event.stopPropagation()
    if (keys === null) return
    if (keys === 'Escape') onCancel()
    else if (keys === 'Backspace' || keys === 'Delete') onSet('')
    else if (keys === 'Enter' && pressed !== null && conflict !== null && !conflict.isFixed) onSet(pressed)
    else if (isUsableShortcut(keys) && conflictOf(keys, shortcut.command, remaps) === null) onSet(keys)
    else if (keys !== 'Enter') setPressed(keys)
  }
  return (
    <>
      <span>
        <span>{shortcut.label}</span>
        {problem !== null && (
          <span className={styles.problem} role="alert">
            <br />
            {problem}
          </span>
        )}
      </span>
      {/* The keys are read before the page's own shortcuts are, which leave this box alone. */}
      <input
        className={styles.capture}
        aria-label={`New shortcut for ${shortcut.label}`}
        data-captures-keys
        readOnly
        // The user has just asked for it.
        ref={input => input?.focus()}
        value={pressed === null ? 'Press the new keys' : keyNames(pressed)}
        onKeyDown={takeKey}
        onBlur={onLeave}
      />
    </>
  )
}

function problemOf(keys: string, conflict: Shortcut | null): string | null {
  const shown = keyNames(keys)
  if (!isUsableShortcut(keys)) return `${shown} is for typing. Hold ${keyName('Mod')} or Alt as well.`
  if (conflict === null) return null
  return conflict.isFixed
    ? `${shown} is ${conflict.label}, which cannot be changed.`
    : `${shown} is used by ${conflict.label}. Press Enter to reassign it.`
}
