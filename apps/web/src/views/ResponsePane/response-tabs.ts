import { isStoredAsMessages } from '@parley/engine'
import type { Response } from '@parley/model'
import type { ReactNode } from 'react'
import type { SectionTab } from '../../components/tabs/SectionTabs.tsx'
import { setCookieValues } from '../../workbench/response/set-cookie-values.ts'
import { hasFailure, scriptErrorsOf } from '../../workbench/sending/script-errors.ts'
import type { ResponseSection, SendState } from '../../workbench/tabs/request-tab.ts'

export interface ResponseTabFacts {
  readonly send: SendState
  readonly response: Response | null
  /** False if there are no events. */
  readonly eventCounter: ReactNode
  /** Whether it is a response to a gRPC call. */
  readonly isCall: boolean
}

/** Returns the tabs of a response. */
export function responseTabs(facts: ResponseTabFacts): readonly SectionTab<ResponseSection>[] {
  const { send, response, eventCounter, isCall } = facts
  const tests = send.state === 'answered' ? send.tests : null
  return [
    ...(eventCounter === false
      ? []
      : [
          {
            id: 'events',
            label: isCall ? 'Messages' : 'Events',
            counter: eventCounter,
          } as const,
        ]),
    ...(isCall && eventCounter !== false && !hasBody(response)
      ? []
      : [
          {
            id: 'body',
            label: isCall && !isOther(response) ? 'Messages' : 'Body',
          } as const,
        ]),
    {
      id: 'headers',
      label: isCall ? 'Metadata' : 'Headers',
      count: response?.headers.length ?? 0,
      keepsRoom: true,
    },
    isCall
      ? { id: 'trailers', label: 'Trailers', count: response?.trailers.length ?? 0, keepsRoom: true }
      : {
          id: 'cookies',
          label: 'Cookies',
          count: response === null ? 0 : setCookieValues(response).length,
          keepsRoom: true,
        },
    {
      id: 'tests',
      label: 'Test Results',
      count: tests?.results.length ?? 0,
      keepsRoom: true,
      isAlarming: tests !== null && hasFailure(tests),
      fault: scriptErrorsOf(send).length > 0 ? 'Script error' : undefined,
    },
    { id: 'timeline', label: 'Timeline' },
  ]
}

function hasBody(response: Response | null): boolean {
  return (response?.content.decodedBytes ?? 0) > 0 && isOther(response)
}

/** Whether the response is not one of gRPC. */
function isOther(response: Response | null): boolean {
  return response !== null && !isStoredAsMessages(response)
}
