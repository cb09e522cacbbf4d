import { Lock, Pencil } from 'lucide-react'
import { useRef, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { KeyHint } from '../../components/buttons/KeyHint.tsx'
import { classNames } from '../../components/class-names.ts'
import { SearchField } from '../../components/fields/SearchField.tsx'
import { keyNames } from '../../components/key-names.ts'
import { useSettings } from '../../wiring/use-stores.ts'
import {
  keysFor,
  pressedKeys,
  remapped,
  type Shortcut,
  type ShortcutCommand,
  shortcuts,
} from '../../workbench/settings/keymap.ts'
import styles from './KeyboardPage.module.css'
import { ShortcutCapture } from './ShortcutCapture.tsx'

/** Every shortcut; all but Send and Save can be changed (behaviour 4.1). */
export function KeyboardPage() {
  const settings = useSettings()
  const [text, setText] = useState('')
  const [editing, setEditing] = useState<ShortcutCommand | null>(null)
  const shown = shortcuts.filter(({ label }) => label.toLowerCase().includes(text.trim().toLowerCase()))
  return (
    <>
      <div className={styles.tools}>
        <div className={styles.search}>
          <SearchField
            label="Search shortcuts"
            placeholder="Search shortcuts"
            value={text}
            onChange={setText}
          />
        </div>
        <Button variant="outlined" onPress={() => settings.change('keyboard', { remaps: [] })}>
          Reset all
        </Button>
      </div>
      <ul aria-label="Shortcuts">
        {shown.map(shortcut => (
          <ShortcutRow
            key={shortcut.command}
            shortcut={shortcut}
            isEdited={editing === shortcut.command}
            onEdit={setEditing}
          />
        ))}
      </ul>
      {shown.length === 0 && <p className={styles.nothing}>Nothing matches “{text}”</p>}
    </>
  )
}

interface ShortcutRowProps {
  readonly shortcut: Shortcut
  readonly isEdited: boolean
  readonly onEdit: (command: ShortcutCommand | null) => void
}

function ShortcutRow({ shortcut, isEdited, onEdit }: ShortcutRowProps) {
  const settings = useSettings()
  const { label, command, isFixed } = shortcut
  const remaps = useStore(settings.store, state => state.settings.keyboard.remaps)
  const keys = [...new Set(keysFor(shortcut, remaps).map(one => pressedKeys(one)))]
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    button.current?.focus()
    onEdit(null)
  }
  const set = (chosen: string) => {
    settings.change('keyboard', { remaps: remapped(remaps, command, chosen) })
    close()
  }
  return (
    <li className={styles.row} aria-label={`${label}: ${keys.map(keyNames).join(' or ') || 'Not set'}`}>
      {isEdited ? (
        <ShortcutCapture
          shortcut={shortcut}
          remaps={remaps}
          onSet={set}
          onCancel={close}
          onLeave={() => onEdit(null)}
        />
      ) : (
        <>
          <span className={classNames(isFixed && styles.fixed)}>{label}</span>
          <span>
            {keys.length === 0 && <span className={styles.unset}>Not set</span>}
            {keys.map((one, index) => (
              <span key={one}>
                {index > 0 && ' or '}
                <KeyHint keys={one} />
              </span>
            ))}
          </span>
        </>
      )}
      <span className={styles.end}>
        {isFixed ? (
          <span className={styles.lock}>
            <Lock size={14} strokeWidth={1.75} aria-hidden="true" />
          </span>
        ) : (
          <IconButton
            label={`Change shortcut for ${label}`}
            size="small"
            ref={button}
            onPress={() => onEdit(isEdited ? null : command)}
          >
            <Pencil size={14} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        )}
      </span>
    </li>
  )
}
