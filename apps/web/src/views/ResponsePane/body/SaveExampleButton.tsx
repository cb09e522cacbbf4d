import { BookmarkPlus } from 'lucide-react'
import { IconButton } from '../../../components/buttons/IconButton.tsx'
import { useDialogs } from '../../../wiring/use-stores.ts'

/** Stores the response of an open request as an example of it. */
export function SaveExampleButton() {
  const dialogs = useDialogs()
  return (
    <IconButton label="Save as example" size="small" onPress={() => dialogs.open('saveExample')}>
      <BookmarkPlus size={14} strokeWidth={1.75} aria-hidden="true" />
    </IconButton>
  )
}
