/** Puts the cursor into the URL once the page shows it: a new request begins there. */
export function focusUrl(): void {
  requestAnimationFrame(() => {
    const url = document.querySelector('[role="textbox"][aria-label="URL"]')
    if (url instanceof HTMLElement) url.focus()
  })
}

const panes = ['sidebar', 'request', 'response'] as const

/** Moves the focus to the next or previous pane that shows (F6, Shift F6). */
export function focusPane(by: 1 | -1): void {
  const present = panes.filter(name => document.querySelector(`[data-pane="${name}"]`) !== null)
  const focused = document.activeElement?.closest('[data-pane]')?.getAttribute('data-pane')
  const current = present.map(String).indexOf(focused ?? '')
  const next = present[(Math.max(current, by === 1 ? -1 : 0) + by + present.length) % present.length]
  const target = document.querySelector(
    `[data-pane="${next}"] :is([data-pane-start], [contenteditable="true"], [role="tab"][tabindex="0"])`,
  )
  if (target instanceof HTMLElement) target.focus()
}
