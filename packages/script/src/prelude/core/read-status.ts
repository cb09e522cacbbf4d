import type { ResponseView } from '../../shared/script-view.ts'
import { callHost } from '../host.ts'

let isReported = false

/** Returns the status of the response under test, and reports to the host that the script looked at it. */
export function statusOf({ statusCode }: ResponseView): number {
  reportStatusRead()
  return statusCode
}

/** Returns the reason phrase, or the name of a gRPC status, with the same report. */
export function reasonOf({ reasonPhrase }: ResponseView): string {
  reportStatusRead()
  return reasonPhrase
}

function reportStatusRead(): void {
  if (isReported) return
  isReported = true
  callHost('status-read')
}
