import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { Tooltip, TooltipTrigger } from '../../components/buttons/Tooltip.tsx'
import { useTabSaving } from '../../wiring/use-stores.ts'
import { type DraftTab, isRequestTab, isUnsaved, isVariablesTab } from '../../workbench/tabs/request-tab.ts'
import { useShownKeys } from '../Shortcuts/use-shown-keys.ts'
import styles from './SaveButton.module.css'

export interface SaveButtonProps {
  readonly tab: DraftTab
  /** Whether there is something to save; absent: whether the tab itself has changes. */
  readonly hasChanges?: boolean
}

/**
 * Saves what a tab holds. Without changes it does nothing, but keeps the focus; after a save “Saved” is in its place for
 * a moment, and spoken.
 */
export function SaveButton({ tab, hasChanges = canSave(tab) }: SaveButtonProps) {
  const saving = useTabSaving()
  const saveKeys = useShownKeys('save')
  const isSaved = useStore(saving.store, state => state.saved?.tabId === tab.id)
  const isDisabled = !hasChanges
  return (
    <span className={styles.place}>
      <TooltipTrigger>
        <Button
          variant="outlined"
          aria-disabled={isDisabled}
          onPress={() => {
            if (!isDisabled) void saving.save(tab.id)
          }}
        >
          <span className={styles.word}>Save</span>
        </Button>
        <Tooltip shortcut={saveKeys} placement="bottom end">
          {isDisabled ? 'No unsaved changes' : 'Save'}
        </Tooltip>
      </TooltipTrigger>
      <span role="status" className={styles.saved}>
        {isSaved ? 'Saved' : ''}
      </span>
    </span>
  )
}

/** A request in no collection and variables whose file is gone can be saved as they are. */
function canSave(tab: DraftTab): boolean {
  if (isRequestTab(tab)) return tab.source === null || isUnsaved(tab)
  if (!isVariablesTab(tab)) return isUnsaved(tab)
  return tab.state === 'open' && (tab.isGone || isUnsaved(tab))
}
