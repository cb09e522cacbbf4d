import type { ScriptView } from '../../shared/script-view.ts'

let current: ScriptView | null = null

/** Called once, before the script; each script has its own sandbox. */
export function setView(view: ScriptView): void {
  current = view
}

/** Returns the view that this script was given. */
export function view(): ScriptView {
  if (current === null) throw new Error('No script runs')
  return current
}
