import { holdKeys } from './held-keys.ts'

const activeTabOrNewRequest =
  '[aria-label="Open requests"] [aria-selected="true"], button[aria-label="New request"]'

/** Selects what is in no request beside the active one. */
export const notBeside = ':not([data-beside] *)'

/** Puts the cursor into the URL once the page shows it, because a new request begins with its URL. */
export function focusUrl(): void {
  focusAfterDialogs(`[role="textbox"][aria-label="URL"]${notBeside}`)
}

/** Focuses the tab that is then active, as choosing a tab in the strip does. */
export function focusActiveTab(): void {
  focusAfterDialogs('[aria-label="Open requests"] [aria-selected="true"]')
}

/** Focuses the tab that is active after another one was closed, or the button that opens one. */
export function focusAfterClosing(): void {
  focusAfterDialogs(activeTabOrNewRequest)
}

/** Focuses an element when no menu or dialog has the focus, unless the user clicks elsewhere before. */
function focusAfterDialogs(selector: string): void {
  const begun = performance.now()
  const moved = new AbortController()
  const watch = (event: Event) => {
    if (event.timeStamp > begun) moved.abort()
  }
  document.addEventListener('pointerdown', watch, { capture: true, signal: moved.signal })
  afterDialogsClose(() => {
    const element = moved.signal.aborted ? null : document.querySelector(selector)
    moved.abort()
    if (element instanceof HTMLElement) element.focus()
  })
}

/**
 * Moves the focus to the active tab, or to the button that opens one, if the focused element was removed or
 * is a tab that is no longer active.
 */
export function keepFocus(): void {
  // Keys are not held: where the focus stays, they go on at once.
  whenDialogsClose(
    () => {
      const { activeElement } = document
      const isOnOtherTab =
        activeElement?.matches('[aria-label="Open requests"] [aria-selected="false"]') === true
      if (activeElement !== null && activeElement !== document.body && !isOnOtherTab) return
      const target = document.querySelector(activeTabOrNewRequest)
      if (target instanceof HTMLElement) target.focus()
    },
    () => {},
  )
}

/** The number of frames that a menu or dialog may need to close and return the focus. */
const closingFrames = 30
const restoringFrames = 3

/**
 * Calls back when no menu or dialog has the focus; never if a question is open. Keys that are pressed until then
 * go to what the callback opens or focuses.
 */
export function afterDialogsClose(callback: () => void): void {
  const endHold = holdKeys()
  const open = () => {
    callback()
    // A dialog that it opens shows in the next frame, or keeps the keys itself until it is loaded.
    requestAnimationFrame(() => endHold('given'))
  }
  whenDialogsClose(open, () => endHold('given'))
}

/** Calls `closed` when no menu or dialog has the focus, or `asked` if a question is open. */
function whenDialogsClose(closed: () => void, asked: () => void): void {
  const wait = (frames: number, frameCallback: (framesLeft: number) => void) =>
    requestAnimationFrame(() => frameCallback(frames - 1))
  const restore = (framesLeft: number) => (framesLeft > 0 ? wait(framesLeft, restore) : closed())
  const close = (framesLeft: number) => {
    if (document.querySelector('[role="alertdialog"]') !== null) return asked()
    const isOpen = document.querySelector('[role="menu"], [role="dialog"]') !== null
    if (isOpen && framesLeft > 0) wait(framesLeft, close)
    else restore(restoringFrames)
  }
  wait(closingFrames, close)
}

/** The number of frames that an opened page may need to show, and those after which a page that stays is shown. */
const openingFrames = 120
const stayingFrames = 20

/** Moves the focus into the page of the tab that was opened, unless something in it has taken the focus. */
export function focusOpenedPage(): void {
  const before = document.activeElement
  const look = (frames: number) => {
    const { activeElement } = document
    const isInPage = activeElement?.closest('[data-pane="request"]') != null
    if (isInPage && activeElement !== before) return
    const start = isInPage && frames < stayingFrames ? null : startOfPane('request')
    if (start !== null) start.focus()
    else if (frames < openingFrames) requestAnimationFrame(() => look(frames + 1))
  }
  // The page of the tab before may still show.
  requestAnimationFrame(() => requestAnimationFrame(() => look(0)))
}

const panes = ['sidebar', 'request', 'response', 'assistant'] as const

/** Moves the focus to the next or previous pane that shows (F6, Shift F6). */
export function focusPane(by: 1 | -1): void {
  const present = panes.filter(name =>
    document.querySelector(`[data-pane="${name}"]${notBeside}`)?.checkVisibility(),
  )
  const focused = document.activeElement?.closest('[data-pane]')?.getAttribute('data-pane')
  const current = present.map(String).indexOf(focused ?? '')
  const next = present[(Math.max(current, by === 1 ? -1 : 0) + by + present.length) % present.length]
  startOfPane(`${next}`)?.focus()
}

/** Where the focus goes in a pane; null if the pane does not show, or nothing in it takes the focus. */
function startOfPane(name: string): HTMLElement | null {
  const pane = document.querySelector(`[data-pane="${name}"]${notBeside}`)
  for (const start of starts) {
    const found = pane?.querySelector(start)
    if (found instanceof HTMLElement) return found
  }
  return null
}

const starts = [
  '[data-pane-start]',
  '[contenteditable="true"], [role="tab"][tabindex="0"]',
  'input:not([type="checkbox"]), textarea',
]
