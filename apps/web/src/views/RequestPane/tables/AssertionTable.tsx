import {
  type Assertion,
  assertionOperators,
  isAssertionOperator,
  revealInvisible,
  type TestResult,
} from '@parley/model'
import { Check, X } from 'lucide-react'
import { PickerButton } from '../../../components/buttons/PickerButton.tsx'
import { useWorkbench } from '../../../wiring/use-stores.ts'
import { assertionKind } from '../../../workbench/request/check-kinds.ts'
import { shortReason } from '../../../workbench/response/short-reason.ts'
import type { RequestTab } from '../../../workbench/tabs/request-tab.ts'
import { useKnownVariables } from '../../Request/use-known-variables.ts'
import styles from './AssertionTable.module.css'
import { RowTable } from './RowTable.tsx'
import { useExpressionSuggestions } from './use-expression-suggestions.ts'
import { useLatestSend } from './use-latest-send.ts'

const operatorChoices = Object.entries(assertionOperators).map(([id, { words }]) => ({ id, label: words }))

/** The assertions of a request, with their results in the latest send. */
export function AssertionTable({ tab }: { readonly tab: RequestTab }) {
  const workbench = useWorkbench()
  const known = useKnownVariables(tab)
  const suggestKey = useExpressionSuggestions(tab)
  const send = useLatestSend(tab.id)
  const results = send.state === 'answered' ? send.tests.results : []
  return (
    <RowTable<Assertion>
      label="Assertions"
      items={tab.draft.assertions}
      kind={assertionKind}
      known={known}
      history={workbench.assertionHistory}
      historyKey={`${tab.draftId}/assertions`}
      words={{ key: 'Expression', tick: 'Check', suggestKey }}
      onChange={assertions => workbench.editDraft(tab.id, draft => ({ ...draft, assertions }))}
      extraCells={{
        hasPhrases: true,
        heads: { kind: 'Operator', kindHint: 'Operator', type: 'Last result' },
        renderKind: (assertion, change) => (
          <PickerButton
            label="Operator"
            variant="cell"
            isTabStop={false}
            value={operatorWords(assertion.operator)}
            choices={operatorChoices}
            onChoose={operator => change(old => ({ ...old, operator }))}
          />
        ),
        renderValue: ({ operator }) => (takesValue(operator) ? null : <span className={styles.noValue} />),
        renderType: (assertion, _change, index) =>
          assertion !== null && <LastResult result={resultOf(results, index, assertion.expression)} />,
      }}
    />
  )
}

/** A file may name an operator that Parley does not know. */
function operatorWords(operator: string): string {
  return isAssertionOperator(operator) ? assertionOperators[operator].words : operator
}

function takesValue(operator: string): boolean {
  return !isAssertionOperator(operator) || assertionOperators[operator].takesValue
}

/** Returns the result of a row; none if the row has another expression since the send. */
function resultOf(results: readonly TestResult[], index: number, expression: string): TestResult | null {
  return results.find(one => one.assertion === index && one.name.startsWith(expression)) ?? null
}

function LastResult({ result }: { readonly result: TestResult | null }) {
  if (result === null) return null
  if (result.passed)
    return (
      <span className={styles.passed}>
        <Check size={14} strokeWidth={1.75} aria-hidden="true" /> passed
      </span>
    )
  const reason = revealInvisible(result.reason)
  return (
    <span className={styles.failed} title={reason}>
      <X size={14} strokeWidth={1.75} aria-hidden="true" />{' '}
      <span className={styles.reason}>{shortReason(reason)}</span>
    </span>
  )
}
