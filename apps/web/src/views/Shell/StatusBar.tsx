import type { ProxySettings } from '@parley/model'
import { Columns2, PanelLeft, Rows2, TriangleAlert } from 'lucide-react'
import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { classNames } from '../../components/class-names.ts'
import {
  useDialogs,
  useLayout,
  useServerStatus,
  useSettings,
  useStores,
  useWorkbench,
} from '../../wiring/use-stores.ts'
import { chosenOrientation } from '../../workbench/settings/layout.ts'
import { activeKind, toggleLayout } from '../../workbench/settings/toggle-layout.ts'
import { useShownKeys } from '../Shortcuts/use-shown-keys.ts'
import styles from './StatusBar.module.css'

/** Layout switches, the address of the demo API, and the settings that apply to every send. */
export function StatusBar() {
  const stores = useStores()
  const layout = useLayout()
  const server = useServerStatus()
  const settings = useSettings()
  const dialogs = useDialogs()
  const isUnverified = useStore(settings.store, state => state.settings.certificates.disableSslVerification)
  const proxy = useStore(settings.store, state => state.settings.proxy)
  const sidebarKeys = useShownKeys('toggleSidebar')
  const kind = useStore(useWorkbench().store, activeKind)
  const layoutKeys = useShownKeys('toggleLayout')
  const orientation = useStore(layout.store, state => chosenOrientation(state, kind))
  const demoBaseUrl = useStore(server.store, state => state.session?.demoBaseUrl ?? null)
  const Icon = orientation === 'stacked' ? Rows2 : Columns2
  return (
    <footer className={styles.bar}>
      <IconButton label="Toggle sidebar" shortcut={sidebarKeys} size="status" onPress={layout.toggleSidebar}>
        <PanelLeft size={14} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
      <IconButton
        label="Toggle layout"
        shortcut={layoutKeys}
        size="status"
        onPress={() => toggleLayout(stores)}
      >
        <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
      {demoBaseUrl !== null && <span className={styles.demo}>Demo API at {demoBaseUrl}</span>}
      <span className={styles.end}>
        <Button size="small" className={styles.item} onPress={() => dialogs.openSettings('Proxy')}>
          <span className={styles.proxy}>{proxyWords(proxy)}</span>
        </Button>
        <Button
          size="small"
          className={classNames(styles.item, isUnverified && styles.warning)}
          onPress={() => dialogs.openSettings('Certificates')}
        >
          {isUnverified && <TriangleAlert size={14} strokeWidth={1.75} aria-hidden="true" />}
          SSL verification {isUnverified ? 'off' : 'on'}
        </Button>
        <Button size="small" className={styles.item} onPress={() => dialogs.openSettings('Keyboard')}>
          Shortcuts
        </Button>
      </span>
    </footer>
  )
}

function proxyWords({ enabled, type, host }: ProxySettings): string {
  if (!enabled) return 'Proxy off'
  return type === 'system' ? 'System Proxy' : `Proxy ${host}`
}
