import type { WindowRoom } from '../workbench/settings/layout.ts'

/** Reports the available space of the window, now and whenever it changes. */
export function followRoom(setRoom: (room: WindowRoom) => void): void {
  const narrow = matchMedia('(max-width: 1023.98px)')
  const single = matchMedia('(max-width: 639.98px)')
  const notify = () => setRoom(single.matches ? 'single' : narrow.matches ? 'narrow' : 'wide')
  narrow.addEventListener('change', notify)
  single.addEventListener('change', notify)
  notify()
}
