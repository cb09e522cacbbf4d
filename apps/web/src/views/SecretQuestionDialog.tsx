import { revealInvisible } from '@parley/model'
import { useStore } from 'zustand'
import { useAppModel } from '../app-model.ts'
import { ChoiceDialog } from '../components/ConfirmDialog.tsx'

/** Asks before a secret goes to a host that a script chose (product decisions). */
export function SecretQuestionDialog() {
  const { secretQuestions } = useAppModel()
  const question = useStore(secretQuestions.store, state => state.questions[0])
  if (question === undefined) return null
  const { questionId, host, secretNames } = question
  const names = revealInvisible(secretNames.join(', '))
  return (
    <ChoiceDialog
      key={questionId}
      title={`Send ${names} to ${revealInvisible(host)}?`}
      message="A script chose this host, and the request holds what scripts may not read."
      choices={[{ label: 'Send', onChoose: () => secretQuestions.answer(questionId, true) }]}
      onCancel={() => secretQuestions.answer(questionId, false)}
    />
  )
}
