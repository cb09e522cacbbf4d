import { useEffect } from 'react'
import { useStore } from 'zustand'
import { useStores } from '../../wiring/use-stores.ts'
import { sendsUnderWay } from '../../workbench/sending/sends-under-way.ts'
import { desktopCommandForKey, isBrowserKey } from '../../workbench/settings/keymap.ts'
import { desktopCommands, menuCommands } from './desktop-commands.ts'
import { desktopMenus } from './desktop-menus.ts'

/** Connects the page with the desktop app that has its window; it shows nothing. In a browser it is not loaded. */
export function DesktopWindow(): null {
  const stores = useStores()
  const { bridge } = stores.desktop
  const remaps = useStore(stores.settings.store, state => state.settings.keyboard.remaps)
  const theme = useStore(stores.settings.store, state => state.settings.appearance.theme)
  const sendCount = useStore(stores.workbench.store, state => sendsUnderWay(state).count)
  useEffect(() => bridge?.setMenus(desktopMenus(remaps)), [bridge, remaps])
  useEffect(() => bridge?.badge(sendCount), [bridge, sendCount])
  useEffect(() => {
    if (bridge === null) return
    const system = matchMedia('(prefers-color-scheme: dark)')
    const report = () => bridge.setTheme(theme === 'system' ? system.matches : theme === 'dark')
    report()
    system.addEventListener('change', report)
    return () => system.removeEventListener('change', report)
  }, [bridge, theme])
  useEffect(() => {
    if (bridge === null) return
    const commands = menuCommands(stores, bridge)
    stores.desktop.onCommand(id => commands.get(id)?.())
    const ownKeys = desktopCommands(stores, bridge)
    function handleKeyDown(event: KeyboardEvent) {
      const command = desktopCommandForKey(event, bridge?.kind === 'chromium')
      if (command === null) {
        if (isBrowserKey(event)) event.preventDefault()
        return
      }
      event.preventDefault()
      ownKeys[command]()
    }
    function handleClick(event: MouseEvent) {
      const link = event.target instanceof Element ? event.target.closest('a[target="_blank"]') : null
      if (!(link instanceof HTMLAnchorElement)) return
      event.preventDefault()
      bridge?.openExternal(link.href)
    }
    window.addEventListener('keydown', handleKeyDown, { capture: true })
    window.addEventListener('click', handleClick)
    window.addEventListener('auxclick', handleClick)
    return () => {
      window.removeEventListener('keydown', handleKeyDown, { capture: true })
      window.removeEventListener('click', handleClick)
      window.removeEventListener('auxclick', handleClick)
    }
  }, [stores, bridge])
  return null
}
