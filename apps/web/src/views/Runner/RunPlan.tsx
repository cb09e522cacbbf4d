import { shownName } from '@parley/model'
import type { RunPlanEvent, RunPlanItem } from '@parley/server/contract'
import { Repeat } from 'lucide-react'
import { Button } from '../../components/buttons/Button.tsx'
import { Checkbox } from '../../components/buttons/Checkbox.tsx'
import { IconToggleButton } from '../../components/buttons/IconButton.tsx'
import { useVirtualRows } from '../../components/lists/use-virtual-rows.ts'
import { MethodBadge } from '../../components/MethodBadge.tsx'
import { ActionMenu } from '../../components/menus/ActionMenu.tsx'
import { useRunPages, useRuns } from '../../wiring/use-stores.ts'
import type { RunTab } from '../../workbench/runs/run-tab.ts'
import styles from './RunOptions.module.css'

export interface RunPlanProps {
  readonly tab: RunTab
  /** Undefined until it is read. */
  readonly plan: RunPlanEvent['plan'] | undefined
}

const rowHeight = 30

/** The requests that a run would send, in its order; what is unticked is left out. */
export function RunPlan({ tab, plan }: RunPlanProps) {
  const runs = useRuns()
  return (
    <section className={styles.plan} aria-label="Requests">
      {plan?.state === 'failed' && (
        <div className={styles.hold} role="alert">
          <p>
            {plan.sentence} {plan.nextStep}
          </p>
          <Button variant="outlined" onPress={() => void runs.loadPlan(tab.targetId)}>
            Retry
          </Button>
        </div>
      )}
      {plan?.state === 'read' && plan.items.length === 0 && (
        <p className={styles.hold}>
          There are no requests here. Add one in the sidebar: right-click {shownName(tab.name)}, then Add.
        </p>
      )}
      {plan?.state === 'read' && plan.items.length > 0 && <PlanList tab={tab} items={plan.items} />}
    </section>
  )
}

function PlanList({ tab, items }: { readonly tab: RunTab; readonly items: readonly RunPlanItem[] }) {
  const runPages = useRunPages()
  const leftOut = new Set(tab.form.leftOut)
  const polled = new Set(tab.form.polled)
  const chosen = items.filter(item => !leftOut.has(item.key)).length
  const tags = [...new Set(items.flatMap(item => item.tags))].toSorted()
  const { scroller, indexes, before, after, measure } = useVirtualRows<HTMLDivElement>(
    items.length,
    rowHeight,
  )
  const leave = (keys: readonly string[]) => runPages.edit(tab.id, { leftOut: keys })
  const poll = (polled: readonly string[]) => runPages.edit(tab.id, { polled })
  return (
    <>
      <div className={styles.planHead}>
        <Checkbox
          label="All requests"
          isSelected={chosen === items.length}
          isIndeterminate={chosen > 0 && chosen < items.length}
          onChange={() => leave(chosen === items.length ? items.map(item => item.key) : [])}
        />
        <span>
          {chosen.toLocaleString('en')} of {items.length.toLocaleString('en')}
        </span>
        {tags.length > 0 && (
          <span className={styles.end}>
            <ActionMenu
              label="Tags"
              placement="bottom end"
              actions={tags.map(tag => ({ id: tag, label: shownName(tag) }))}
              onAction={tag => leave(items.flatMap(item => (item.tags.includes(tag) ? [] : [item.key])))}
            >
              <Button size="small">Only with tag</Button>
            </ActionMenu>
          </span>
        )}
      </div>
      <div ref={scroller} className={styles.scroller}>
        <ul
          className={styles.list}
          aria-label="Requests"
          style={{ paddingTop: before, paddingBottom: after }}
        >
          {indexes.map(index => {
            const item = items[index]
            return (
              item !== undefined && (
                <li
                  key={item.key}
                  ref={measure}
                  data-index={index}
                  aria-posinset={index + 1}
                  aria-setsize={items.length}
                  className={styles.item}
                >
                  <Checkbox
                    label={`Send ${shownName(item.name)}`}
                    isSelected={!leftOut.has(item.key)}
                    onChange={() => leave(toggled(tab.form.leftOut, item.key))}
                  />
                  <MethodBadge method={item.method} isColumn />
                  <span className={styles.name} title={item.name}>
                    {shownName(item.name)}
                  </span>
                  <span className={styles.place}>
                    {item.isStream ? 'Live stream, skipped' : shownName(item.path.slice(1).join(' / '))}
                  </span>
                  {item.isStream ? (
                    <span className={styles.noPoll} />
                  ) : (
                    <IconToggleButton
                      label={`Send ${shownName(item.name)} until it passes`}
                      isSelected={polled.has(item.key)}
                      onChange={() => poll(toggled(tab.form.polled, item.key))}
                    >
                      <Repeat size={14} strokeWidth={1.75} aria-hidden="true" />
                    </IconToggleButton>
                  )}
                </li>
              )
            )
          })}
        </ul>
      </div>
    </>
  )
}

function toggled(keys: readonly string[], key: string): readonly string[] {
  return keys.includes(key) ? keys.filter(one => one !== key) : [...keys, key]
}
