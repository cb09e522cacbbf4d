import { ConflictDialog } from '../Conflict/ConflictDialog.tsx'
import { DeleteEnvironmentDialog } from '../Environments/DeleteEnvironmentDialog.tsx'
import { CloseTabDialog } from '../TabStrip/CloseTabDialog.tsx'
import { SecretQuestionDialog } from './SecretQuestionDialog.tsx'

/** Dialogs that stop what was begun until the user answers; loaded with the first one. */
export function Questions() {
  return (
    <>
      <CloseTabDialog />
      <ConflictDialog />
      <DeleteEnvironmentDialog />
      <SecretQuestionDialog />
    </>
  )
}
