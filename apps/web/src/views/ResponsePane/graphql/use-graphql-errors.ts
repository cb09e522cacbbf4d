import type { GraphQlResponse } from '@parley/engine'
import { useEffect, useState } from 'react'
import { useBodies } from '../../../wiring/use-stores.ts'
import { type GraphQlBodySource, graphQlSourceOf } from '../../../workbench/response/graphql-source.ts'
import type { SendState } from '../../../workbench/tabs/request-tab.ts'

/** Returns what a response of GraphQL says besides its data; null before it is known, and for any other send. */
export function useGraphQlErrors(send: SendState): GraphQlResponse | null {
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
  return read !== null && read.handle === handle ? read.response : null
}

/** The code that reads JSON by places loads with the first response of GraphQL. */
async function readErrors(bodies: ReturnType<typeof useBodies>, source: GraphQlBodySource) {
  const { readGraphQlErrors } = await import('../../../workbench/response/graphql-errors.ts')
  return readGraphQlErrors(bodies, source)
}
