import type { ComponentType } from 'react'
import { ConflictDialog } from '../../Conflict/ConflictDialog.tsx'
import { CloseWindowDialog } from '../../Desktop/CloseWindowDialog.tsx'
import { DeleteEnvironmentDialog } from '../../Environments/DeleteEnvironmentDialog.tsx'
import { CloseTabDialog } from '../../TabStrip/CloseTabDialog.tsx'
import { SecretQuestionDialog } from '../SecretQuestionDialog.tsx'
import type { QuestionName } from './asked-questions.ts'

const dialogs: Readonly<Record<QuestionName, ComponentType>> = {
  closeTab: CloseTabDialog,
  closeWindow: CloseWindowDialog,
  conflict: ConflictDialog,
  deleteEnvironment: DeleteEnvironmentDialog,
  secret: SecretQuestionDialog,
}

/** The dialog of a question. All dialogs of questions are loaded with the first one. */
export function QuestionDialog({ name }: { readonly name: QuestionName }) {
  const Dialog = dialogs[name]
  return <Dialog />
}
