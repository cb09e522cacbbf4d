import { revealInvisible, shownName } from '@parley/model'
import type { SecretQuestion } from '@parley/server/contract'
import { useState } from 'react'
import { useStore } from 'zustand'
import { ChoiceDialog } from '../../components/dialogs/ConfirmDialog.tsx'
import { DialogField } from '../../components/dialogs/DialogField.tsx'
import { FormDialog } from '../../components/dialogs/FormDialog.tsx'
import { useSecretQuestions } from '../../wiring/use-stores.ts'

/** Questions of sends about secrets (behaviour, Secret and a host). */
export function SecretQuestionDialog() {
  const secretQuestions = useSecretQuestions()
  const question = useStore(secretQuestions.store, state => state.questions[0])
  if (question === undefined) return null
  const { questionId } = question
  return question.kind === 'origin' ? (
    <OriginDialog
      key={questionId}
      question={question}
      onAnswer={isAllowed => secretQuestions.allow(questionId, isAllowed)}
    />
  ) : (
    <ValuesDialog
      key={questionId}
      question={question}
      onAnswer={texts => secretQuestions.give(questionId, texts)}
    />
  )
}

interface DialogProps<Kind extends SecretQuestion['kind'], Answer> {
  readonly question: Extract<SecretQuestion, { readonly kind: Kind }>
  readonly onAnswer: (answer: Answer) => void
}

/** Asks before a secret goes to an origin that a script or a redirect chose. */
function OriginDialog({
  question: { origin, secretNames, chosenBy },
  onAnswer,
}: DialogProps<'origin', boolean>) {
  return (
    <ChoiceDialog
      kind="secretHost"
      title={`Send ${revealInvisible(secretNames.join(', '))} to ${revealInvisible(origin)}?`}
      message={originReasons[chosenBy]}
      choices={[{ label: 'Send', onChoose: () => onAnswer(true) }]}
      onCancel={() => onAnswer(false)}
    />
  )
}

const originReasons = {
  script: 'A script chose this address, and the request contains a secret that scripts may not read.',
  redirect: 'The server redirects there, and the request contains this secret in its body or path.',
} as const

/** Asks for the values of secrets that this machine does not have, as in a clone of a workspace. */
function ValuesDialog({ question: { secrets }, onAnswer }: DialogProps<'values', readonly string[] | null>) {
  const [texts, setTexts] = useState<readonly string[]>(() => secrets.map(() => ''))
  const isOne = secrets.length === 1
  const them = isOne ? 'it' : 'them'
  return (
    <FormDialog
      kind="secretValues"
      title={isOne ? 'This request needs a secret' : 'This request needs secrets'}
      message={`The workspace refers to ${them}, but this computer has no value for ${them} yet.`}
      submitLabel="Keep and send"
      isComplete
      problem={null}
      hint="Kept encrypted on this computer, and never in a file of the workspace. Leave a field empty if it has no value."
      onSubmit={() => onAnswer(texts)}
      onClose={() => onAnswer(null)}
    >
      {secrets.map(({ kind, name, place, isMultiline }, at) => (
        <DialogField
          // biome-ignore lint/suspicious/noArrayIndexKey: the list of a question never changes.
          key={at}
          label={revealInvisible(name)}
          hint={revealInvisible(placeText(kind, place))}
          value={texts[at] ?? ''}
          isFirst={at === 0}
          isSecret
          isMultiline={isMultiline}
          onChange={text => setTexts(texts.with(at, text))}
        />
      ))}
    </FormDialog>
  )
}

type Secret = Extract<SecretQuestion, { readonly kind: 'values' }>['secrets'][number]

const kindWords = { variable: 'Variable', field: 'Authorization' } as const

function placeText(secret: Secret['kind'], { kind, name }: Secret['place']): string {
  if (kind === 'global') return 'Global variable'
  const owner = kind === 'workspace' ? kind : `${kind} ${shownName(name)}`
  return `${kindWords[secret]} of the ${owner}`
}
