import type { KeyRemap } from '@parley/model'
import { type KeyboardEvent, useState } from 'react'
import { keyName, keyNames } from '../../components/key-names.ts'
import { conflictOf, isUsableShortcut, type Shortcut } from '../../workbench/settings/keymap.ts'
import { isOnMac } from '../../workbench/settings/keys-of-press.ts'
import { takeShortcut } from '../../workbench/settings/take-shortcut.ts'
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
  const [typed, setTyped] = useState<string | null>(null)
  const problem = typed === null ? problemOf(pressed, shortcut, remaps) : problemOfTyped(typed)
  const takeKey = (event: KeyboardEvent) => {
    const taken = takeShortcut(event.nativeEvent, pressed, shortcut.command, remaps)
    if (taken.type === 'left') return
    event.preventDefault()
    event.stopPropagation()
    if (taken.type === 'nothing') return
    if (taken.type === 'cancelled') onCancel()
    else if (taken.type === 'set') onSet(taken.keys)
    else {
      setTyped(taken.type === 'typed' ? taken.character : null)
      setPressed(taken.type === 'shown' ? taken.keys : null)
    }
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

function problemOf(keys: string | null, { command }: Shortcut, remaps: readonly KeyRemap[]): string | null {
  if (keys === null) return null
  const shown = keyNames(keys)
  if (!isUsableShortcut(keys))
    return `${shown} is for typing. Hold ${keyName('Mod')} or ${spareKey()} as well.`
  const conflict = conflictOf(keys, command, remaps)
  if (conflict === null) return null
  return conflict.isFixed
    ? `${shown} is ${conflict.label}, which cannot be changed.`
    : `${shown} is used by ${conflict.label}. Press Enter to reassign it.`
}

const problemOfTyped = (character: string) =>
  `These keys type ${character}. Hold ${keyName('Mod')} or ${spareKey()} instead.`

/** Where Option types, Control is what a shortcut can have besides Cmd. */
const spareKey = () => keyName(isOnMac ? 'Ctrl' : 'Alt')
