import type { ScriptView } from '../../shared/script-view.ts'

let current: ScriptView | null = null

/** Called once, before the script; each script has a sandbox of its own. */
export function setView(view: ScriptView): void {
  current = view
}

/** What this script was given to see. */
export function view(): ScriptView {
  if (current === null) throw new Error('No script runs')
  return current
}
