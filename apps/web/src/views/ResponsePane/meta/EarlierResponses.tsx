import { type HistorySummary, shownName } from '@parley/model'
import { History } from 'lucide-react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { IconButton } from '../../../components/buttons/IconButton.tsx'
import { ActionMenu } from '../../../components/menus/ActionMenu.tsx'
import { useHistory, useHistoryCommands } from '../../../wiring/use-stores.ts'
import { timeLabel } from '../../../workbench/history-days.ts'
import { latestSend } from '../../../workbench/runs/earlier-run.ts'
import type { RequestTab } from '../../../workbench/tabs/request-tab.ts'
import { outcomeWords } from '../../History/outcome-words.ts'
import { runsKey } from '../../History/runs-key.ts'

/** Older ones are in the run history. */
const mostListed = 20

/** A menu of the sends of a request before its latest one, whose responses can be shown; nothing before the first. */
export function EarlierResponses({ tab }: { readonly tab: Pick<RequestTab, 'id' | 'source' | 'send'> }) {
  const history = useHistory()
  const { showEarlier } = useHistoryCommands()
  const key = runsKey(tab)
  useEffect(() => history.listRuns(key), [history, key])
  const runs = useStore(history.store, state => (state.runsOf === key ? state.runs : null))
  const latest = latestSend(tab.send)
  const latestId = 'sendId' in latest ? latest.sendId : ''
  const earlier = runs?.filter(({ id }) => id !== latestId).slice(0, mostListed) ?? []
  if (earlier.length === 0 && latest.state === 'idle') return null
  return (
    <ActionMenu
      label="Earlier responses"
      placement="bottom end"
      actions={() => earlier.map(run => ({ id: run.id, label: labelOf(run) }))}
      onAction={id => void showEarlier(tab.id, id)}
    >
      <IconButton
        label="Earlier responses"
        size="small"
        isDisabled={earlier.length === 0 || latest.state === 'awaiting'}
      >
        <History size={14} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
    </ActionMenu>
  )
}

/** `200 OK · Staging · Today, 14:32:08` */
function labelOf(run: HistorySummary): string {
  const environment = run.environment === undefined ? [] : [shownName(run.environment)]
  return [outcomeWords(run).text, ...environment, timeLabel(run.sentAt, Date.now())].join(' · ')
}
