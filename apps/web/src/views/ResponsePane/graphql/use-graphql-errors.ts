import type { GraphQlResponse } from '@parley/engine'
import { useEffect, useState } from 'react'
import { useBodies } from '../../../wiring/use-stores.ts'
import { type GraphQlBodySource, graphQlSourceOf } from '../../../workbench/response/graphql-source.ts'
import type { SendState } from '../../../workbench/tabs/request-tab.ts'

/** What a response of GraphQL says besides its data. */
export interface ReadGraphQlErrors {
  /** Null before it is known, and for any other response. */
  readonly response: GraphQlResponse | null
  readonly isReading: boolean
}

/** Reads what the response of a send says besides its data, if it is one of GraphQL. */
export function useGraphQlErrors(send: SendState): ReadGraphQlErrors {
  const bodies = useBodies()
  const [read, setRead] = useState<{ handle: string; response: GraphQlResponse | null } | null>(null)
  const { handle = '', contentType = '' } = graphQlSourceOf(send) ?? {}
  useEffect(() => {
    if (handle === '') return
    let isOutdated = false
    void readErrors(bodies, { handle, contentType }).then(response => {
      if (!isOutdated) setRead({ handle, response })
    })
    return () => {
      isOutdated = true
    }
  }, [bodies, handle, contentType])
  const isRead = read?.handle === handle
  return { response: isRead ? read.response : null, isReading: handle !== '' && !isRead }
}

/** The code that reads JSON by places loads with the first response of GraphQL. */
async function readErrors(bodies: ReturnType<typeof useBodies>, source: GraphQlBodySource) {
  const { readGraphQlErrors } = await import('../../../workbench/response/graphql-errors.ts')
  return readGraphQlErrors(bodies, source)
}
