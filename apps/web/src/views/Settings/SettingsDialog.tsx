import { X } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { Heading } from 'react-aria-components/Heading'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs'
import { useStore } from 'zustand'
import { useAppModel } from '../../app-model.ts'
import { Button } from '../../components/Button.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { ModalDialog } from '../../components/ModalDialog.tsx'
import { AboutPage } from './AboutPage.tsx'
import { AppearancePage } from './AppearancePage.tsx'
import { CertificatesPage } from './CertificatesPage.tsx'
import { DataPage } from './DataPage.tsx'
import { EditorPage } from './EditorPage.tsx'
import { GeneralPage } from './GeneralPage.tsx'
import { KeyboardPage } from './KeyboardPage.tsx'
import { ProxyPage } from './ProxyPage.tsx'
import styles from './SettingsDialog.module.css'

interface SettingsPage {
  readonly name: string
  readonly Content: ComponentType
}

const dataPageName = 'Data and backups'

const pages: readonly SettingsPage[] = [
  { name: 'General', Content: GeneralPage },
  { name: 'Appearance', Content: AppearancePage },
  { name: 'Editor', Content: EditorPage },
  { name: 'Keyboard', Content: KeyboardPage },
  { name: 'Proxy', Content: ProxyPage },
  { name: dataPageName, Content: DataPage },
  { name: 'Certificates', Content: CertificatesPage },
  { name: 'About', Content: AboutPage },
]

/** The settings of the application, a page a group. What is changed takes effect at once. */
export function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const { dialogs, loadDataOverview } = useAppModel()
  const [first] = useState(() => dialogs.store.getState().settingsPage)
  const [selected, setSelected] = useState<string>(first)
  return (
    <ModalDialog label="Settings" size="settings" onClose={onClose}>
      <Tabs
        orientation="vertical"
        className={styles.layout ?? ''}
        selectedKey={selected}
        onSelectionChange={key => {
          if (key === dataPageName) loadDataOverview()
          setSelected(String(key))
        }}
      >
        <div className={styles.nav}>
          <Heading slot="title" className={styles.heading ?? ''}>
            Settings
          </Heading>
          <TabList aria-label="Settings">
            {pages.map(({ name }) => (
              <Tab
                key={name}
                id={name}
                ref={name === first ? focusElement : null}
                className={styles.page ?? ''}
              >
                {name}
              </Tab>
            ))}
          </TabList>
        </div>
        {pages.map(({ name, Content }) => (
          <TabPanel key={name} id={name} className={styles.content ?? ''}>
            <div className={styles.titleRow}>
              <h2 className={styles.title}>{name}</h2>
              <IconButton label="Close" onPress={onClose}>
                <X size={16} strokeWidth={1.75} aria-hidden="true" />
              </IconButton>
            </div>
            <div className={styles.scroller}>
              <Content />
            </div>
            <SettingsFailure />
          </TabPanel>
        ))}
      </Tabs>
    </ModalDialog>
  )
}

/** The tab exists only a render after the dialog does, so its own ref is what tells of it. */
function focusElement(element: HTMLElement | null): void {
  element?.focus()
}

/** Why the last change is not kept, and the way to try again. */
function SettingsFailure() {
  const { settings } = useAppModel()
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
