import { formatSize } from '@parley/model'
import type { Toasts } from '../../workbench/toasts.ts'

/** With a longer text in one line, each key takes a browser longer than a frame. */
const maximumCharacters = 500_000

/** Fields of one line, and the URL, whose editor is not an input. */
const fields = 'input, textarea, [aria-label="URL"]'

/** Refuses a paste that would hold the page for seconds. A command that replaces the request is none. */
export function refuseLargePaste(event: ClipboardEvent, toasts: Pick<Toasts, 'showError'>): void {
  const { target, clipboardData } = event
  const text = clipboardData?.getData('text/plain') ?? ''
  if (text.length <= maximumCharacters || !(target instanceof Element) || target.closest(fields) === null)
    return
  if (/^\W*(?:grp)?curl\s/.test(text.slice(0, 100))) return
  event.preventDefault()
  event.stopImmediatePropagation()
  toasts.showError(
    'Not pasted',
    `The text has ${formatSize(text.length)}, and a field can contain up to ${formatSize(maximumCharacters)}. Put it into the body, or send it as a file.`,
  )
}
