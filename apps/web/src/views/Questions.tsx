import { CloseTabDialog } from './CloseTabDialog.tsx'
import { ConflictDialog } from './ConflictDialog.tsx'
import { EnvironmentDialogs } from './Environments/EnvironmentDialogs.tsx'
import { SecretQuestionDialog } from './SecretQuestionDialog.tsx'

/** The questions that stop what was begun until the user has answered; loaded with the first one. */
export function Questions() {
  return (
    <>
      <CloseTabDialog />
      <ConflictDialog />
      <EnvironmentDialogs />
      <SecretQuestionDialog />
    </>
  )
}
