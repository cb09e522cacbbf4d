import { shownName } from '@parley/model'
import type { RunPlanEvent, RunPlanItem } from '@parley/server/contract'
import { Repeat } from 'lucide-react'
import type { Ref } from 'react'
import { Button } from '../../components/buttons/Button.tsx'
import { Checkbox } from '../../components/buttons/Checkbox.tsx'
import { IconToggleButton } from '../../components/buttons/IconButton.tsx'
import { SkeletonLines } from '../../components/lists/SkeletonLines.tsx'
import { useVirtualRows } from '../../components/lists/use-virtual-rows.ts'
import { MethodBadge } from '../../components/MethodBadge.tsx'
import { ActionMenu } from '../../components/menus/ActionMenu.tsx'
import { useRunPages, useRuns } from '../../wiring/use-stores.ts'
import type { RunForm, RunTab } from '../../workbench/runs/run-tab.ts'
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
      {plan === undefined && <SkeletonLines />}
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
  const chosen = items.filter(item => !leftOut.has(item.key)).length
  const tags = [...new Set(items.flatMap(item => item.tags))].toSorted()
  const list = useVirtualRows<HTMLDivElement>(items.length, rowHeight)
  const leave = (keys: readonly string[]) => runPages.edit(tab.id, { leftOut: keys })
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
      <div ref={list.scroller} className={styles.scroller}>
        <ul
          className={styles.list}
          aria-label="Requests"
          style={{ paddingTop: list.before, paddingBottom: list.after }}
        >
          {list.indexes.map(index => {
            const item = items[index]
            return (
              item !== undefined && (
                <PlanItem
                  key={item.key}
                  ref={list.measure}
                  item={item}
                  index={index}
                  total={items.length}
                  form={tab.form}
                  onChange={form => runPages.edit(tab.id, form)}
                />
              )
            )
          })}
        </ul>
      </div>
    </>
  )
}

interface PlanItemProps {
  readonly item: RunPlanItem
  readonly index: number
  readonly total: number
  readonly form: RunForm
  readonly onChange: (form: Partial<RunForm>) => void
  readonly ref: Ref<HTMLLIElement>
}

function PlanItem({ item, index, total, form, onChange, ref }: PlanItemProps) {
  const name = shownName(item.name)
  return (
    <li ref={ref} data-index={index} aria-posinset={index + 1} aria-setsize={total} className={styles.item}>
      <Checkbox
        label={`Send ${name}`}
        isSelected={!form.leftOut.includes(item.key)}
        onChange={() => onChange({ leftOut: toggled(form.leftOut, item.key) })}
      />
      <MethodBadge method={item.method} isColumn />
      <span className={styles.name} dir="auto" title={item.name}>
        {name}
      </span>
      <span className={styles.place}>
        {item.isStream ? 'Live stream, skipped' : shownName(item.path.slice(1).join(' / '))}
      </span>
      {item.isStream ? (
        <span className={styles.noPoll} />
      ) : (
        <IconToggleButton
          label={`Send ${name} until it passes`}
          isSelected={form.polled.includes(item.key)}
          onChange={() => onChange({ polled: toggled(form.polled, item.key) })}
        >
          <Repeat size={14} strokeWidth={1.75} aria-hidden="true" />
        </IconToggleButton>
      )}
    </li>
  )
}

function toggled(keys: readonly string[], key: string): readonly string[] {
  return keys.includes(key) ? keys.filter(one => one !== key) : [...keys, key]
}
