import { Columns2, PanelLeft, Rows2, TriangleAlert } from 'lucide-react'
import { useStore } from 'zustand'
import { useAppModel } from '../app-model.ts'
import { Button } from '../components/Button.tsx'
import { IconButton } from '../components/IconButton.tsx'
import styles from './StatusBar.module.css'
import { useShownKeys } from './use-shown-keys.ts'

/** Layout switches, and where the demo API listens. */
export function StatusBar() {
  const { layout, server, settings, dialogs, toggleLayout } = useAppModel()
  const isUnverified = useStore(settings.store, state => state.settings.certificates.disableSslVerification)
  const sidebarKeys = useShownKeys('toggleSidebar')
  const layoutKeys = useShownKeys('toggleLayout')
  const orientation = useStore(layout.store, state => state.orientation)
  const demoBaseUrl = useStore(server, state => state.session?.demoBaseUrl ?? null)
  const Icon = orientation === 'stacked' ? Rows2 : Columns2
  return (
    <footer className={styles.bar}>
      <IconButton label="Toggle sidebar" shortcut={sidebarKeys} size="status" onPress={layout.toggleSidebar}>
        <PanelLeft size={14} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
      <IconButton label="Toggle layout" shortcut={layoutKeys} size="status" onPress={toggleLayout}>
        <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
      {isUnverified && (
        <Button size="small" className={styles.warning} onPress={() => dialogs.openSettings('Certificates')}>
          <TriangleAlert size={14} strokeWidth={1.75} aria-hidden="true" />
          SSL verification off
        </Button>
      )}
      {demoBaseUrl !== null && <span className={styles.demo}>Demo API at {demoBaseUrl}</span>}
    </footer>
  )
}
