import type { ReactNode } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs'
import segmentedStyles from '../buttons/SegmentedControl.module.css'
import { classNames } from '../class-names.ts'
import styles from './PillTabs.module.css'

export interface PillTab<Id extends string> {
  readonly id: Id
  readonly label: string
  /** Shows a dot if it has content. */
  readonly hasContent: boolean
}

export interface PillTabsProps<Id extends string> {
  readonly label: string
  readonly tabs: readonly PillTab<Id>[]
  readonly selected: Id
  readonly onSelect: (id: Id) => void
  /** Follows the tabs and fills the rest of the row. */
  readonly end: ReactNode
  /** The panel of the selected tab. */
  readonly children: ReactNode
}

/** The tabs of a part of a pane, in its toolbar. */
export function PillTabs<Id extends string>(props: PillTabsProps<Id>) {
  const { label, tabs, selected, onSelect, end, children } = props
  return (
    <Tabs
      className={styles.tabs ?? ''}
      selectedKey={selected}
      onSelectionChange={key => {
        const tab = tabs.find(candidate => candidate.id === key)
        if (tab !== undefined && tab.id !== selected) onSelect(tab.id)
      }}
    >
      <div className={styles.row}>
        <TabList aria-label={label} className={segmentedStyles.group ?? ''}>
          {tabs.map(({ id, label: name, hasContent }) => (
            <Tab
              key={id}
              id={id}
              className={classNames(segmentedStyles.pill, styles.tab)}
              render={attributes =>
                'href' in attributes ? (
                  <a {...attributes} />
                ) : (
                  <div {...attributes} aria-description={hasContent ? 'Has content' : undefined} />
                )
              }
            >
              {name}
              <span className={hasContent ? styles.dot : styles.noDot} aria-hidden="true" />
            </Tab>
          ))}
        </TabList>
        {end}
      </div>
      <TabPanel key={selected} id={selected} className={styles.panel ?? ''}>
        {children}
      </TabPanel>
    </Tabs>
  )
}
