import type { GraphQlResponse } from '@parley/engine'
import { useEffect, useState } from 'react'
import { useBodies } from '../../../wiring/use-stores.ts'
import { graphQlSourceOf, readGraphQlErrors } from '../../../workbench/response/graphql-errors.ts'
import type { SendState } from '../../../workbench/tabs/request-tab.ts'

/** Returns what a response of GraphQL says besides its data; null before it is known, and for any other send. */
export function useGraphQlErrors(send: SendState): GraphQlResponse | null {
  const bodies = useBodies()
  const [read, setRead] = useState<{ handle: string; response: GraphQlResponse | null } | null>(null)
  const { handle = '', contentType = '' } = graphQlSourceOf(send) ?? {}
  useEffect(() => {
    if (handle === '') return
    let isOutdated = false
    void readGraphQlErrors(bodies, { handle, contentType }).then(response => {
      if (!isOutdated) setRead({ handle, response })
    })
    return () => {
      isOutdated = true
    }
  }, [bodies, handle, contentType])
  return read !== null && read.handle === handle ? read.response : null
}
