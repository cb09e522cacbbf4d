import { useEffect } from 'react'
import { useStores } from '../../wiring/use-stores.ts'
import { commandForKey, keymapOf } from '../../workbench/settings/keymap.ts'
import { keepKey, keepPaste } from './held-keys.ts'
import { refuseLargePaste } from './refuse-large-paste.ts'
import { shortcutCommands } from './shortcut-commands.ts'

/**
 * The shortcuts that work wherever the focus is; they come before those of editors and menus. In a dialog
 * Ctrl+Enter confirms (behaviour, Dialogs), and the others do nothing; beside a question to the assistant it asks.
 */
export function useShortcuts(): void {
  const stores = useStores()
  useEffect(() => {
    const commands = shortcutCommands(stores)
    function handleKeyDown(event: KeyboardEvent) {
      if (keepKey(event)) return
      const { remaps } = stores.settings.store.getState().settings.keyboard
      const command = commandForKey(event, keymapOf(remaps))
      if (command === null) return
      const dialogs = document.querySelectorAll('[role="alertdialog"], [role="dialog"]')
      const dialog = [...dialogs].at(-1)
      // Also without an action, because the browser's own Save and Bookmark would cover the dialog.
      event.preventDefault()
      if (dialog === undefined) {
        event.stopPropagation()
        const asking = command === 'send' && document.activeElement?.closest('[data-asks]')
        if (asking) confirm(asking)
        else commands[command]()
      } else if (command === 'send') confirm(dialog)
    }
    function handlePaste(event: ClipboardEvent) {
      refuseLargePaste(event, stores.toasts)
      if (!event.defaultPrevented) keepPaste(event)
    }
    window.addEventListener('keydown', handleKeyDown, { capture: true })
    window.addEventListener('paste', handlePaste, { capture: true })
    return () => {
      window.removeEventListener('keydown', handleKeyDown, { capture: true })
      window.removeEventListener('paste', handlePaste, { capture: true })
    }
  }, [stores])
}

function confirm(place: Element): void {
  place.querySelector<HTMLElement>('button[data-confirms]')?.click()
}
