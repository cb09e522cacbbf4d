/** Returns the tab whose query has the focus; null if the focus is elsewhere. */
export function focusedQueryTab(): string | null {
  const part = document.activeElement?.closest('[data-query-of]')
  return part?.getAttribute('data-query-of') ?? null
}
