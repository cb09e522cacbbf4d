import { X } from 'lucide-react'
import { type ComponentType, useCallback, useRef, useState } from 'react'
import { Heading } from 'react-aria-components/Heading'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs'
import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { ModalDialog } from '../../components/dialogs/ModalDialog.tsx'
import { useDialogs, useProxyTest, useSettings } from '../../wiring/use-stores.ts'
import { type SettingsPageName, settingsPages } from '../../workbench/dialogs.ts'
import { AboutPage } from './AboutPage.tsx'
import { AgentsPage } from './AgentsPage.tsx'
import { AppearancePage } from './AppearancePage.tsx'
import { AssistantPage } from './AssistantPage.tsx'
import { CertificatesPage } from './CertificatesPage.tsx'
import { DataPage } from './DataPage.tsx'
import { EditorPage } from './EditorPage.tsx'
import { GeneralPage } from './GeneralPage.tsx'
import { KeyboardPage } from './KeyboardPage.tsx'
import { ProxyPage } from './ProxyPage.tsx'
import styles from './SettingsDialog.module.css'

const contents: Readonly<Record<SettingsPageName, ComponentType>> = {
  General: GeneralPage,
  Appearance: AppearancePage,
  Editor: EditorPage,
  Keyboard: KeyboardPage,
  Proxy: ProxyPage,
  Certificates: CertificatesPage,
  'AI assistant': AssistantPage,
  Agents: AgentsPage,
  'Data and backups': DataPage,
  About: AboutPage,
}

/** The settings of the application, one page for each group. Changes take effect at once. */
export function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const dialogs = useDialogs()
  // Loaded with the dialog, so that no page of it has to wait for its stores.
  useProxyTest()
  const [selected, setSelected] = useState<string>(() => dialogs.store.getState().settingsPage)
  const [setting] = useState(() => dialogs.store.getState().setting)
  const focusOnce = useFocusOnce(setting)
  return (
    <ModalDialog kind="settings" label="Settings" size="settings" onClose={onClose}>
      <Tabs
        orientation="vertical"
        className={styles.layout ?? ''}
        selectedKey={selected}
        onSelectionChange={key => setSelected(String(key))}
      >
        <div className={styles.nav}>
          <Heading slot="title" className={styles.heading ?? ''}>
            Settings
          </Heading>
          <TabList aria-label="Settings">
            {settingsPages.map(name => (
              <Tab
                key={name}
                id={name}
                ref={name === selected ? focusOnce : null}
                className={styles.page ?? ''}
              >
                {name}
              </Tab>
            ))}
          </TabList>
        </div>
        {Object.entries(contents).map(([name, Content]) => (
          <TabPanel key={name} id={name} className={styles.content ?? ''}>
            <div className={styles.titleRow}>
              <h2 className={styles.title}>{name}</h2>
              <IconButton label="Close" onPress={onClose}>
                <X size={16} strokeWidth={1.75} aria-hidden="true" />
              </IconButton>
            </div>
            <div ref={name === selected ? focusOnce : null} className={styles.scroller}>
              <Content />
            </div>
            <SettingsFailure />
          </TabPanel>
        ))}
      </Tabs>
    </ModalDialog>
  )
}

/**
 * Returns a ref for the first tab and its page, which are rendered after the effects of the dialog. It focuses the
 * control of the setting, or the tab if there is none.
 */
function useFocusOnce(setting: string): (element: unknown) => void {
  const isDone = useRef(false)
  return useCallback(
    element => {
      if (isDone.current || !(element instanceof HTMLElement)) return
      const isTab = element.role === 'tab'
      const control = isTab ? element : controlOf(element, setting)
      control?.focus()
      // Whichever is rendered first, the control of the setting has the last word.
      isDone.current = control !== null && (!isTab || setting === '')
    },
    [setting],
  )
}

/** Returns the control that changes a setting of a page; null: it has none. */
function controlOf(page: HTMLElement, setting: string): HTMLElement | null {
  if (setting === '') return null
  const named = page.querySelector<HTMLElement>(`[aria-label="${CSS.escape(setting)}"]`)
  const focusable = 'input:checked, input, button, textarea, [tabindex="0"]'
  return named?.matches(focusable) === true ? named : (named?.querySelector<HTMLElement>(focusable) ?? null)
}

/** Why the last change is not saved, with a button to try again. */
function SettingsFailure() {
  const settings = useSettings()
  const failure = useStore(settings.store, state => state.failure)
  if (failure === null) return null
  return (
    <div className={styles.failure} role="alert">
      <span className={styles.failureText}>{failure}</span>
      <Button variant="outlined" onPress={settings.retry}>
        Retry
      </Button>
    </div>
  )
}
