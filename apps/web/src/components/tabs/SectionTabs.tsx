import { ChevronDown } from 'lucide-react'
import { memo, type ReactNode, useId } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs'
import { shallow } from 'zustand/shallow'
import { classNames } from '../class-names.ts'
import { ActionMenu } from '../menus/ActionMenu.tsx'
import sectionStyles from '../Section.module.css'
import styles from './SectionTabs.module.css'
import { useFittingTabs } from './use-fitting-tabs.ts'

export interface SectionTab<Id extends string> {
  readonly id: Id
  readonly label: string
  /** Shown in grey after the label. */
  readonly count?: number
  /** Instead of `count` for a count that changes often: it renders alone. Keep the same element while it can be. */
  readonly counter?: ReactNode
  /** What went wrong that the count does not count: a mark in place of the count, or a red dot if it has content. */
  readonly fault?: string | undefined
  /** Whether the count is one of failures. */
  readonly isAlarming?: boolean
  /** Whether the gap after the label has room for the count, because counts that arrive with a response must not move tabs. */
  readonly keepsRoom?: boolean
  /** Shows a dot if it has content. */
  readonly hasContent?: boolean
}

export interface SectionTabsProps<Id extends string> {
  readonly label: string
  readonly tabs: readonly SectionTab<Id>[]
  readonly selected: Id
  readonly onSelect: (id: Id) => void
  /** Shown at the right end of the row. */
  readonly end?: ReactNode
  /** CSS px reserved for `end`, whatever it shows, so that no tab disappears when it changes. */
  readonly endWidthPx?: number
  /** The same in a pane of up to 640 px, where `end` shows something narrower. */
  readonly narrowEndWidthPx?: number
  /** In a pane too narrow for both, `end` gets its own row below the tabs. */
  readonly isEndBelowWhenNarrow?: boolean
  /** The panel of the selected tab. */
  readonly children: ReactNode
}

/**
 * The inner tabs of a pane, with the selected panel below. Tabs that do not fit are in the menu `More`; the
 * selected one always shows.
 */
export function SectionTabs<Id extends string>(props: SectionTabsProps<Id>) {
  const {
    label,
    tabs,
    selected,
    onSelect,
    end,
    endWidthPx = 0,
    narrowEndWidthPx = endWidthPx,
    isEndBelowWhenNarrow = false,
    children,
  } = props
  const { row, shown } = useFittingTabs(tabs, selected, { wide: endWidthPx, narrow: narrowEndWidthPx })
  const hidden = tabs.filter(tab => !shown.includes(tab))
  return (
    <Tabs
      className={sectionStyles.section ?? ''}
      selectedKey={selected}
      onSelectionChange={key => {
        const tab = tabs.find(candidate => candidate.id === key)
        if (tab !== undefined && tab.id !== selected) onSelect(tab.id)
      }}
    >
      <div ref={row} className={classNames(styles.row, isEndBelowWhenNarrow && styles.wraps)}>
        <div className={styles.start}>
          {/* Behind another first tab, the others are other ones, and none of them has moved. */}
          <SectionTabList key={tabs[0]?.id} label={label} tabs={shown} />
          {hidden.length > 0 && (
            <ActionMenu label={`More of ${label}`} actions={hidden} onAction={onSelect}>
              <AriaButton className={styles.more ?? ''} data-more="">
                More
                <ChevronDown size={14} strokeWidth={1.75} aria-hidden="true" />
              </AriaButton>
            </ActionMenu>
          )}
        </div>
        {end !== undefined && <div className={styles.end}>{end}</div>}
      </div>
      <TabPanel key={selected} id={selected} className={classNames(sectionStyles.panel, styles.panel)}>
        {children}
      </TabPanel>
    </Tabs>
  )
}

interface SectionTabListProps {
  readonly label: string
  readonly tabs: readonly SectionTab<string>[]
}

/** A list of tabs is slow to render, so it renders only for tabs that have changed. */
const SectionTabList = memo(
  function SectionTabList({ label, tabs }: SectionTabListProps) {
    return (
      <TabList aria-label={label} className={styles.list ?? ''}>
        {tabs.map(tab => (
          <SectionTabItem key={tab.id} tab={tab} />
        ))}
      </TabList>
    )
  },
  (before, after) =>
    before.label === after.label &&
    before.tabs.length === after.tabs.length &&
    before.tabs.every((tab, index) => shallow(tab, after.tabs[index])),
)

function SectionTabItem({ tab }: { readonly tab: SectionTab<string> }) {
  const counterId = useId()
  const hasCounter = tab.counter !== undefined
  const hasCount = tab.count !== undefined && tab.count > 0
  const hasFault = tab.fault !== undefined
  const isMarked = hasFault && tab.hasContent !== true
  const counted = hasCount ? String(tab.count) : tab.hasContent === true ? 'Has content' : undefined
  const description = [counted, tab.fault].filter(part => part !== undefined).join(', ') || undefined
  return (
    <Tab
      id={tab.id}
      className={classNames(styles.tab, tab.keepsRoom && styles.counted)}
      render={props =>
        'href' in props ? (
          <a {...props} />
        ) : (
          // biome-ignore lint/a11y/noStaticElementInteractions: the properties say that it is a tab.
          <div
            {...props}
            data-tab={tab.id}
            aria-description={description}
            aria-describedby={hasCounter ? counterId : undefined}
            onKeyDown={event => {
              props.onKeyDown?.(event)
              if (event.key === 'ArrowDown') focusPanel(event.currentTarget)
            }}
          />
        )
      }
    >
      {tab.label}
      {(hasCount || hasCounter || isMarked) && (
        <span
          id={counterId}
          className={classNames(
            styles.count,
            hasCounter && styles.room,
            tab.keepsRoom && styles.inGap,
            tab.isAlarming && styles.alarming,
            isMarked && styles.fault,
          )}
          aria-hidden="true"
        >
          {isMarked ? '!' : (tab.counter ?? shownCount(tab))}
        </span>
      )}
      {tab.hasContent === true && (
        <span className={classNames(styles.dot, hasFault && styles.failed)} aria-hidden="true" />
      )}
    </Tab>
  )
}

/** A gap has room for two digits. */
function shownCount({ count = 0, keepsRoom = false }: SectionTab<string>): number | string {
  return keepsRoom && count > 99 ? '99+' : count
}

/** Goes from a tab into its panel: to its text if it has one, as many controls may come before that. */
function focusPanel(tab: HTMLElement): void {
  const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '')
  const inside =
    panel?.querySelector<HTMLElement>('.cm-content') ?? panel?.querySelector<HTMLElement>(focusable)
  const target = inside ?? panel
  target?.focus()
}

const focusable = 'input:enabled, textarea, button:enabled, [tabindex="0"]'
