import { useEffect } from 'react'
import { useDialogs, useStores } from '../../wiring/use-stores.ts'

/** Files and folders that are dropped anywhere but on a field that takes files itself are imported. */
export function useDroppedImports(): void {
  const { loadImporting } = useStores()
  const dialogs = useDialogs()
  useEffect(() => {
    async function take(event: DragEvent): Promise<void> {
      const { dataTransfer } = event
      const hasFiles = dataTransfer?.types.includes('Files') === true
      // A table or body has already taken the files.
      if (event.defaultPrevented || dataTransfer === null || !hasFiles) return
      event.preventDefault()
      if (isInAnotherDialog()) return
      // Entries and files are gone once this event is over.
      const entries = [...dataTransfer.items].flatMap(item => item.webkitGetAsEntry() ?? [])
      const files = [...dataTransfer.files]
      const { droppedFiles } = await import('../Import/dropped-files.ts')
      dialogs.open('import')
      const importing = await loadImporting()
      const [first] = files
      await importing.takeFiles(
        entries[0]?.name ?? first?.name ?? '',
        entries.length > 0 ? await droppedFiles(entries) : files.map(file => ({ file, path: file.name })),
      )
    }
    const handleDrop = (event: DragEvent) => void take(event)
    document.addEventListener('drop', handleDrop)
    return () => document.removeEventListener('drop', handleDrop)
  }, [loadImporting, dialogs])
}

function isInAnotherDialog(): boolean {
  const dialog = document.querySelector('[role="alertdialog"], [role="dialog"]')
  return dialog !== null && dialog.getAttribute('aria-label') !== 'Import'
}
