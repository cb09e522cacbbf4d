import type { WindowWidth } from '../workbench/settings/layout.ts'

/** Reports how wide the window is, now and whenever that changes. */
export function followWindowWidth(setWindowWidth: (windowWidth: WindowWidth) => void): void {
  const narrow = matchMedia('(max-width: 1023.98px)')
  const single = matchMedia('(max-width: 639.98px)')
  const notify = () => setWindowWidth(single.matches ? 'single' : narrow.matches ? 'narrow' : 'wide')
  narrow.addEventListener('change', notify)
  single.addEventListener('change', notify)
  notify()
}
