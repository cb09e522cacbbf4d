import { shownName } from '@parley/model'
import type { EditedVariable } from '@parley/server/contract'
import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { Heading } from 'react-aria-components/Heading'
import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import frame from '../../components/dialogs/DialogFrame.module.css'
import { ModalDialog } from '../../components/dialogs/ModalDialog.tsx'
import { SearchField } from '../../components/fields/SearchField.tsx'
import { VariableEditingContext } from '../../components/fields/variable-editing.ts'
import {
  useConflicts,
  useEnvironmentDrafts,
  useEnvironments,
  useLibrary,
  useTabSaving,
  useVariableTabs,
  useWorkbench,
} from '../../wiring/use-stores.ts'
import { keysOfPress } from '../../workbench/settings/keys-of-press.ts'
import {
  type EnvironmentDraft,
  environmentDraft,
  tabOf,
} from '../../workbench/variables/environment-drafts.ts'
import { afterDialogsClose, focusOpenedPage } from '../Shortcuts/focus-pane.ts'
import styles from './QuickEditDialog.module.css'
import { VariableTable } from './VariableTable.tsx'

/** From this number of variables on there is a filter. */
const longTable = 13

/** The variables of the active environment over the page: the draft of its own page, which stays when the dialog closes. */
export function QuickEditDialog({ onClose }: { readonly onClose: () => void }) {
  const environments = useEnvironments()
  const variableTabs = useVariableTabs()
  const [id] = useState(() => environments.store.getState().activeId ?? '')
  const environment = useStore(environments.store, state => state.environments.find(one => one.id === id))
  const { draft, tabId, isAsked, edit } = useDraft(id)
  const { status, isDisabled, save } = useSaving(tabId, draft.isUnsaved)
  // The question which version to keep comes first.
  if (isAsked) return null
  const title =
    environment === undefined ? 'No environment is active' : `Quick edit ${shownName(environment.name)}`
  const openPage = () => {
    onClose()
    variableTabs.open({ kind: 'environment', id })
    afterDialogsClose(focusOpenedPage)
  }
  return (
    <ModalDialog kind="quickEdit" label={title} size="variables" onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the fields in it. */}
      <div
        className={frame.layout}
        onKeyDown={(event: KeyboardEvent) => {
          if (keysOfPress(event.nativeEvent) === 'Mod+S') save()
          // It has emptied the filter.
          if (event.key === 'Escape' && event.defaultPrevented) event.stopPropagation()
        }}
      >
        <div className={frame.head}>
          <Heading slot="title" className={frame.title ?? ''}>
            {title}
          </Heading>
          <IconButton label="Close" onPress={onClose}>
            <X size={16} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        </div>
        <div className={styles.variables}>
          {draft.problem !== null && (
            <p role="alert" className={styles.problem}>
              {draft.problem}
            </p>
          )}
          {environment !== undefined && draft.variables !== null && (
            <QuickTable draft={draft} variables={draft.variables} onChange={edit} />
          )}
        </div>
        <div className={frame.actions}>
          <span className={frame.status} role="status">
            {status}
          </span>
          <Button variant="outlined" isDisabled={environment === undefined} onPress={openPage}>
            Open environment
          </Button>
          <Button variant="primary" aria-disabled={isDisabled} onPress={save}>
            Save
          </Button>
        </div>
      </div>
    </ModalDialog>
  )
}

/** The draft of an environment, as long as the dialog shows it. */
function useDraft(id: string) {
  const workbench = useWorkbench()
  const drafts = useEnvironmentDrafts()
  const conflicts = useConflicts()
  useEffect(() => drafts.watch([id]), [drafts, id])
  const state = useStore(drafts.store)
  const tabs = useStore(workbench.store, ({ tabs }) => tabs)
  const tabId = tabOf(tabs, id)?.id ?? null
  return {
    draft: environmentDraft(id, state, tabs),
    tabId,
    isAsked: useStore(conflicts.store, ({ conflicts }) => conflicts.some(one => one.tabId === tabId)),
    edit: (variables: readonly EditedVariable[]) => drafts.edit(id, variables),
  }
}

/** What saves the draft, and says so. */
function useSaving(tabId: string | null, isUnsaved: boolean) {
  const saving = useTabSaving()
  const isSaved = useStore(saving.store, ({ saved }) => tabId !== null && saved?.tabId === tabId)
  return {
    status: isUnsaved ? 'Unsaved changes' : isSaved ? 'Saved' : '',
    isDisabled: !isUnsaved,
    save: () => {
      if (isUnsaved) void saving.save(tabId)
    },
  }
}

interface QuickTableProps {
  readonly draft: EnvironmentDraft
  readonly variables: readonly EditedVariable[]
  readonly onChange: (variables: readonly EditedVariable[]) => void
}

function QuickTable({ draft, variables, onChange }: QuickTableProps) {
  const variableTabs = useVariableTabs()
  const library = useLibrary()
  const known = useStore(library.store, state => state.variables[''] ?? null)
  const [isLong] = useState(variables.length >= longTable)
  const [filter, setFilter] = useState('')
  const [first] = useState(isLong ? null : { name: variables[0]?.variable.name ?? '' })
  return (
    <>
      {isLong && (
        <div className={styles.filter}>
          <SearchField
            label="Filter variables"
            placeholder="Filter"
            value={filter}
            isFocused
            onChange={setFilter}
          />
        </div>
      )}
      {/* Its hints lead away from the dialog. */}
      <VariableEditingContext value={null}>
        <VariableTable
          variables={variables}
          known={known}
          history={variableTabs.history}
          historyKey={draft.historyKey}
          wanted={first}
          filter={filter}
          onChange={onChange}
        />
      </VariableEditingContext>
    </>
  )
}
