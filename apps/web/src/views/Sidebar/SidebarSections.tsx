import type { ReactNode } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs'
import styles from './SidebarSections.module.css'

/** One of the parts of the sidebar. */
export interface SidebarSection {
  readonly id: string
  readonly label: string
  readonly content: ReactNode
}

/** The parts of the sidebar as tabs (behaviour, Keyboard). */
export function SidebarSections({ sections }: { readonly sections: readonly SidebarSection[] }) {
  return (
    <Tabs className={styles.tabs ?? ''}>
      <TabList aria-label="Sidebar" className={styles.list ?? ''}>
        {sections.map(({ id, label }) => (
          <Tab key={id} id={id} className={styles.tab ?? ''}>
            {label}
          </Tab>
        ))}
      </TabList>
      {sections.map(({ id, content }) => (
        <TabPanel key={id} id={id} className={styles.panel ?? ''}>
          {content}
        </TabPanel>
      ))}
    </Tabs>
  )
}
