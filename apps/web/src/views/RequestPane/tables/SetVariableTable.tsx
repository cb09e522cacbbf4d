import type { SetVariableAction } from '@parley/model'
import { PickerButton } from '../../../components/buttons/PickerButton.tsx'
import { useWorkbench } from '../../../wiring/use-stores.ts'
import { actionKind } from '../../../workbench/request/check-kinds.ts'
import { actionHistoryKey } from '../../../workbench/request/set-variable.ts'
import type { RequestTab } from '../../../workbench/tabs/request-tab.ts'
import { useKnownVariables } from '../../Request/use-known-variables.ts'
import { RowTable } from './RowTable.tsx'
import { useExpressionSuggestions } from './use-expression-suggestions.ts'

const phases = { preRequest: 'Before the request', postResponse: 'After the response' } as const

/** The session variables that a request sets from expressions. */
export function SetVariableTable({ tab }: { readonly tab: RequestTab }) {
  const workbench = useWorkbench()
  const known = useKnownVariables(tab)
  const suggest = useExpressionSuggestions(tab)
  return (
    <RowTable<SetVariableAction>
      label="Set variables"
      items={tab.draft.actions}
      kind={actionKind}
      known={known}
      history={workbench.actionHistory}
      historyKey={actionHistoryKey(tab)}
      words={{ key: 'Variable', value: 'Expression', tick: 'Set', suggestValue: () => suggest }}
      onChange={actions => workbench.editDraft(tab.id, draft => ({ ...draft, actions }))}
      extraCells={{
        hasPhrases: true,
        heads: { kind: 'When', kindHint: phases.postResponse, type: 'Lasts' },
        renderKind: (action, change) => (
          <PickerButton
            label="When"
            variant="cell"
            isTabStop={false}
            value={phases[action.phase]}
            choices={Object.entries(phases).map(([id, label]) => ({ id, label }))}
            onChoose={id =>
              change(old => ({ ...old, phase: id === 'preRequest' ? 'preRequest' : 'postResponse' }))
            }
          />
        ),
        renderValue: () => null,
        renderType: action => action !== null && <span>for the session</span>,
      }}
    />
  )
}
