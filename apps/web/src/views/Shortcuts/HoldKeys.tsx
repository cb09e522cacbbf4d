import { useLayoutEffect } from 'react'
import { holdKeys } from './held-keys.ts'

/** The number of frames that a loaded dialog may need to take the focus. */
const openingFrames = 120

/**
 * Shown while a dialog is loaded: keeps the keys that are typed until the dialog has the focus. If another dialog has
 * it, the new one waits for that, and the keys are meant for the other one.
 */
export function HoldKeys() {
  useLayoutEffect(() => {
    if (isDialogFocused()) return
    const end = holdKeys()
    const giveWhenFocused = (framesLeft: number) => {
      if (isDialogFocused()) end('given')
      else if (framesLeft === 0) end('dropped')
      else requestAnimationFrame(() => giveWhenFocused(framesLeft - 1))
    }
    return () => {
      requestAnimationFrame(() => giveWhenFocused(openingFrames))
    }
  }, [])
  return null
}

/** Whether a dialog has the focus, or something in it. The list of a menu, which React Aria calls one too, is none. */
function isDialogFocused(): boolean {
  return document.activeElement?.closest('[data-dialog]') != null
}
