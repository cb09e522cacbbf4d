import { shownName } from '@parley/model'
import { ChevronDown } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { classNames } from '../../components/class-names.ts'
import { lazyPart } from '../../components/lazy-part.tsx'
import { Popover, popoverContent } from '../../components/menus/Popover.tsx'
import { useEnvironments, useVariableTabs } from '../../wiring/use-stores.ts'
import styles from './EnvironmentPicker.module.css'

const EnvironmentChoices = lazyPart(async () => (await import('./EnvironmentChoices.tsx')).EnvironmentChoices)

const noEnvironment = 'No environment'

/** Chooses the environment that sends use, and opens the page on which it is edited. */
export function EnvironmentPicker() {
  const environments = useEnvironments()
  const variableTabs = useVariableTabs()
  const listed = useStore(environments.store, state => state.environments)
  const activeId = useStore(environments.store, state => state.activeId)
  const [isOpen, setIsOpen] = useState(false)
  const active = listed.find(one => one.id === activeId)
  const name = shownName(active?.name ?? noEnvironment)

  function edit(): void {
    setIsOpen(false)
    variableTabs.open(active === undefined ? { kind: 'workspace' } : { kind: 'environment', id: active.id })
  }

  async function create(): Promise<void> {
    setIsOpen(false)
    const id = await environments.create()
    if (id === null) return
    variableTabs.open({ kind: 'environment', id })
    if (activeId === null) void environments.activate(id)
  }

  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setIsOpen}>
      <AriaButton aria-label={`Environment: ${name}`} className={styles.button ?? ''}>
        <span className={classNames(styles.dot, active !== undefined && styles.on)} />
        <span className={classNames(styles.name, active === undefined && styles.none)}>{name}</span>
        <ChevronDown size={14} strokeWidth={1.75} className={styles.caret} aria-hidden="true" />
      </AriaButton>
      {/* biome-ignore lint/a11y/useValidAriaValues: without it the popover takes the name of the dialog in it again, as content outside of any landmark. */}
      <Popover className={styles.popover ?? ''} placement="bottom end" aria-labelledby="">
        <Dialog aria-label="Environment" className={popoverContent}>
          <Suspense fallback={<div className={styles.waiting} />}>
            <EnvironmentChoices
              choices={[{ id: null, name: noEnvironment, collection: null }, ...listed]}
              activeId={activeId}
              onChoose={id => {
                setIsOpen(false)
                void environments.activate(id)
              }}
            />
          </Suspense>
          <div className={styles.foot}>
            <Button className={styles.command} onPress={edit}>
              {active === undefined ? 'Edit workspace variables' : `Edit ${name}`}
            </Button>
            <Button className={styles.command} onPress={() => void create()}>
              New environment
            </Button>
          </div>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
