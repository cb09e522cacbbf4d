import { kindOfDraft } from '@parley/model'
import { isRequestTab } from '../tabs/request-tab.ts'
import type { WorkbenchState } from '../workbench-state.ts'

/** The sends of the window that have not ended, and a sentence about them. */
export interface SendsUnderWay {
  readonly count: number
  readonly sentence: string
}

/** Returns the sends of the open tabs that have not ended. */
export function sendsUnderWay({ tabs }: Pick<WorkbenchState, 'tabs'>): SendsUnderWay {
  const running = tabs.filter(isRequestTab).filter(tab => tab.send.state === 'awaiting')
  const streams = running.filter(({ draft }) => kindOfDraft(draft) !== 'http').length
  const requests = running.length - streams
  const parts = [
    ...(streams === 0 ? [] : [streams === 1 ? '1 stream is live' : `${streams} streams are live`]),
    ...(requests === 0
      ? []
      : [requests === 1 ? '1 request is under way' : `${requests} requests are under way`]),
  ]
  return { count: running.length, sentence: parts.length === 0 ? '' : `${parts.join(' and ')}.` }
}
