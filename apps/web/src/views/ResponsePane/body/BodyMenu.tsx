import { Ellipsis } from 'lucide-react'
import { IconButton } from '../../../components/buttons/IconButton.tsx'
import { ActionMenu } from '../../../components/menus/ActionMenu.tsx'
import { useDialogs } from '../../../wiring/use-stores.ts'

/** What else can be done with the response of an open request. */
export function BodyMenu() {
  const dialogs = useDialogs()
  return (
    <ActionMenu
      label="Response actions"
      actions={[{ id: 'saveExample', label: 'Save as example' }]}
      onAction={() => dialogs.open('saveExample')}
      placement="bottom end"
    >
      <IconButton label="Response actions" size="small">
        <Ellipsis size={14} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
    </ActionMenu>
  )
}
