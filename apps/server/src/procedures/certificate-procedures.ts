import { implement } from '@orpc/server'
import { contract } from '../contract/index.ts'
import type { Certificates } from '../network/certificates.ts'
import { writing } from './done.ts'

/** The files of Settings → Certificates. */
export function certificateProcedures(certificates: Certificates) {
  const on = implement(contract).certificates
  return {
    addClient: on.addClient.handler(({ input }) => writing(certificates.addClient(input))),
    addAuthority: on.addAuthority.handler(({ input }) => writing(certificates.addAuthority(input))),
    remove: on.remove.handler(async ({ input }) => {
      await writing(certificates.remove(input.filePath))
      return {}
    }),
  }
}
