import { useEffect } from 'react'
import { useAppModel } from '../app-model.ts'
import { commandForKey, keymapOf } from '../workbench/keymap.ts'
import { shortcutCommands } from './shortcut-commands.ts'

/** The shortcuts that work wherever the focus is; they come before those of editors and menus. */
export function useShortcuts(): void {
  const model = useAppModel()
  useEffect(() => {
    const commands = shortcutCommands(model)
    function handleKeyDown(event: KeyboardEvent) {
      const { remaps } = model.settings.store.getState().settings.keyboard
      const command = commandForKey(event, keymapOf(remaps))
      const isElsewhere = document.querySelector('[role="alertdialog"], [role="dialog"]') !== null
      if (command === null || isElsewhere) return
      event.preventDefault()
      event.stopPropagation()
      commands[command]()
    }
    window.addEventListener('keydown', handleKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', handleKeyDown, { capture: true })
  }, [model])
}
