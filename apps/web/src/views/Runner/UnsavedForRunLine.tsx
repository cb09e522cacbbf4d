import { Button } from '../../components/buttons/Button.tsx'
import { useTabSaving } from '../../wiring/use-stores.ts'
import { type UnsavedContent, unsavedWords } from '../../workbench/runs/unsaved-content.ts'
import styles from './RunOptions.module.css'

/** Names what is not saved before a run begins, as the run uses what is saved. */
export function UnsavedForRunLine({ unsaved }: { readonly unsaved: readonly UnsavedContent[] }) {
  const saving = useTabSaving()

  async function saveAll(): Promise<void> {
    // One after the other: a save may ask which version to keep.
    for (const { tabId } of unsaved) await saving.save(tabId)
  }

  const words = unsaved.map(unsavedWords).join(', ')
  return (
    <div className={styles.unsaved} role="status">
      <span className={styles.words} title={words}>
        Not saved, so the run does not use it: {words}
      </span>
      <Button size="small" variant="outlined" onPress={() => void saveAll()}>
        Save all
      </Button>
    </div>
  )
}
