import type { WindowWidth } from '../workbench/settings/layout.ts'

/** Reports how wide the window is, and whether it has room for panes side by side, now and whenever that changes. A low window has space for one pane, as a narrow one. */
export function followWindowWidth(
  setWindowWidth: (windowWidth: WindowWidth, hasRoomBeside: boolean) => void,
): void {
  const roomy = matchMedia('(min-width: 1280px)')
  const narrow = matchMedia('(max-width: 1023.98px)')
  const single = matchMedia('(max-width: 639.98px), (max-width: 1023.98px) and (max-height: 519.98px)')
  const notify = () =>
    setWindowWidth(single.matches ? 'single' : narrow.matches ? 'narrow' : 'wide', roomy.matches)
  for (const width of [roomy, narrow, single]) width.addEventListener('change', notify)
  notify()
}
