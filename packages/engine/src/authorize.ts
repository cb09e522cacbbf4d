import { ok, type Result, type SendFailure } from '@parley/model'
import type { AuthorizedMessage, RequestMessage } from './stages.ts'

/** Stage 5: no scheme is applied yet, so the message goes on as it was built. */
export async function authorize(message: RequestMessage): Promise<Result<AuthorizedMessage, SendFailure>> {
  const { auth: _unused, ...fields } = message
  return ok({ ...fields, stage: 'authorized' })
}
