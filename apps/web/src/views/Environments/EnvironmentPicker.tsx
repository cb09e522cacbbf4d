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
import { useDialogs, useEnvironments, useVariableTabs } from '../../wiring/use-stores.ts'
import styles from './EnvironmentPicker.module.css'

const EnvironmentChoices = lazyPart(async () => (await import('./EnvironmentChoices.tsx')).EnvironmentChoices)

const noEnvironment = 'No environment'

/** Chooses the environment that sends use, and opens the page on which it is edited. */
export function EnvironmentPicker() {
  const environments = useEnvironments()
  const listed = useStore(environments.store, state => state.environments)
  const activeId = useStore(environments.store, state => state.activeId)
  const [isOpen, setIsOpen] = useState(false)
  const active = listed.find(one => one.id === activeId)
  const name = shownName(active?.name ?? noEnvironment)

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
          <Commands activeName={active === undefined ? null : name} onClose={() => setIsOpen(false)} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

interface CommandsProps {
  /** Null: no environment is active. */
  readonly activeName: string | null
  readonly onClose: () => void
}

function Commands({ activeName, onClose }: CommandsProps) {
  const environments = useEnvironments()
  const variableTabs = useVariableTabs()
  const dialogs = useDialogs()

  function edit(): void {
    onClose()
    const { activeId } = environments.store.getState()
    variableTabs.open(
      activeName === null || activeId === null
        ? { kind: 'workspace' }
        : { kind: 'environment', id: activeId },
    )
  }

  async function create(): Promise<void> {
    onClose()
    const id = await environments.create()
    if (id !== null) variableTabs.open({ kind: 'environment', id })
  }

  return (
    <div className={styles.foot}>
      {activeName !== null && (
        <Button
          className={styles.command}
          onPress={() => {
            onClose()
            dialogs.open('quickEdit')
          }}
        >
          Quick edit {activeName}…
        </Button>
      )}
      <Button className={styles.command} onPress={edit}>
        {activeName === null ? 'Edit workspace variables' : `Edit ${activeName}`}
      </Button>
      <Button className={styles.command} onPress={() => void create()}>
        New environment
      </Button>
    </div>
  )
}
