import type { WindowWidth } from '../workbench/settings/layout.ts'

/** Reports how wide the window is, now and whenever that changes. A low window has space for one pane, as a narrow one. */
export function followWindowWidth(setWindowWidth: (windowWidth: WindowWidth) => void): void {
  const narrow = matchMedia('(max-width: 1023.98px)')
  const single = matchMedia('(max-width: 639.98px), (max-width: 1023.98px) and (max-height: 519.98px)')
  const notify = () => setWindowWidth(single.matches ? 'single' : narrow.matches ? 'narrow' : 'wide')
  narrow.addEventListener('change', notify)
  single.addEventListener('change', notify)
  notify()
}
