import { Suspense, useSyncExternalStore } from 'react'
import { ErrorBoundary } from '../../../components/ErrorBoundary.tsx'
import { lazyOverlay } from '../../../components/lazy-part.tsx'
import { useStores } from '../../../wiring/use-stores.ts'
import { HoldKeys } from '../../Shortcuts/HoldKeys.tsx'
import { askedQuestions, type QuestionName, questionNames } from './asked-questions.ts'

const QuestionDialog = lazyOverlay(async () => (await import('./QuestionDialog.tsx')).QuestionDialog)

/** Shows the dialog of each question that is asked. */
export function OpenQuestions() {
  return questionNames.map(name => <OpenQuestion key={name} name={name} />)
}

function OpenQuestion({ name }: { readonly name: QuestionName }) {
  const { subscribe, isAsked } = askedQuestions[name](useStores())
  const isOpen = useSyncExternalStore(subscribe, isAsked)
  return (
    <ErrorBoundary subject="The question" resetKey={String(isOpen)} isOverlay>
      <Suspense fallback={<HoldKeys />}>{isOpen && <QuestionDialog name={name} />}</Suspense>
    </ErrorBoundary>
  )
}
