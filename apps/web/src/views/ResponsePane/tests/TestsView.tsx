import { useWorkbench } from '../../../wiring/use-stores.ts'
import { emptyTestsText } from '../../../workbench/sending/empty-tests-text.ts'
import type { RequestTab, SendState } from '../../../workbench/tabs/request-tab.ts'
import { MutedText } from '../IdleView.tsx'
import { TestResults } from './TestResults.tsx'

/** The results of the tests of a send, or why there are none. */
export function TestsView({
  tab,
  send,
}: {
  readonly tab: Pick<RequestTab, 'id' | 'draft'>
  readonly send: SendState
}) {
  const workbench = useWorkbench()
  const empty = emptyTestsText({ draft: tab.draft, send })
  if (empty !== null || send.state !== 'answered') return <MutedText text={empty ?? ''} />
  return (
    <TestResults
      key={send.sendId}
      tabId={tab.id}
      report={send.tests}
      onGoToLine={(error, line) => workbench.goToScriptLine(tab.id, error.phase, line)}
    />
  )
}
