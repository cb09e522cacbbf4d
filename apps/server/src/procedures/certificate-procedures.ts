import { implement } from '@orpc/server'
import { contract } from '../contract/index.ts'
import type { Certificates } from '../network/certificates.ts'
import { writtenOrThrow } from './value-or-throw.ts'

/** The calls of Settings → Certificates. */
export function certificateProcedures(certificates: Certificates) {
  const on = implement(contract).certificates
  return {
    addClient: on.addClient.handler(({ input }) => writtenOrThrow(certificates.addClient(input))),
    addAuthority: on.addAuthority.handler(({ input }) => writtenOrThrow(certificates.addAuthority(input))),
    remove: on.remove.handler(async ({ input }) => {
      await writtenOrThrow(certificates.remove(input.filePath))
      return {}
    }),
  }
}
