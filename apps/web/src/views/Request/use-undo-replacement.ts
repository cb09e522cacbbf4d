import { type RefObject, useEffect } from 'react'
import { useWorkbench } from '../../wiring/use-stores.ts'
import { keysOfPress } from '../../workbench/settings/keys-of-press.ts'

/**
 * Undo and redo of a replaced draft, wherever in the request the focus is. They have priority over those of
 * the fields, as long as nothing was edited since then.
 */
export function useUndoReplacement(element: RefObject<HTMLElement | null>, tabId: string): void {
  const workbench = useWorkbench()
  useEffect(() => {
    const target = element.current
    if (target === null) return
    function handleKeyDown(event: KeyboardEvent) {
      const keys = keysOfPress(event)
      const isDone =
        keys === 'Mod+Z'
          ? workbench.undoReplacement(tabId)
          : (keys === 'Mod+Shift+Z' || keys === 'Mod+Y') && workbench.redoReplacement(tabId)
      if (!isDone) return
      event.preventDefault()
      event.stopPropagation()
    }
    target.addEventListener('keydown', handleKeyDown, { capture: true })
    return () => target.removeEventListener('keydown', handleKeyDown, { capture: true })
  }, [workbench, element, tabId])
}
