import type { HttpRequest } from '@parley/model'
import { maskLookalikes, maskNamed } from '../assistant/mask-lookalikes.ts'
import { mask } from '../prepare/auth/auth-preview.ts'
import { chosenBody } from '../prepare/body/chosen-body.ts'
import type { WithheldValue } from '../prepare/gate/message-secrets.ts'
import type { RequestContext } from '../prepare/request-context.ts'
import { resolveRequest } from '../prepare/resolve-request.ts'

/**
 * Returns the literals that look like secrets in the URL, the rows and the body of a request, own and inherited: exactly
 * those that {@link maskLookalikes} masks. Literals in secret fields are not among them.
 */
export function literalSecretsOf(request: HttpRequest, context: RequestContext): readonly WithheldValue[] {
  const { headers } = resolveRequest(request, context)
  const { url, params, pathParams, cookies } = request
  return literalsIn([url, params, pathParams, headers, cookies, chosenBody(request)])
}

/** Returns the literals in a value that look like secrets: by their form, or by the name of their row. */
export function literalsIn(value: unknown): readonly WithheldValue[] {
  if (typeof value === 'string') return maskedIn(value, maskLookalikes(value))
  if (typeof value !== 'object' || value === null) return []
  if (
    'name' in value &&
    'value' in value &&
    typeof value.name === 'string' &&
    typeof value.value === 'string'
  )
    return maskedIn(value.value, maskNamed(value.name, value.value))
  return Object.values(value).flatMap(literalsIn)
}

/** Returns what the masks of a text stand for. */
function maskedIn(
  text: string,
  { text: shown, masked }: { readonly text: string; readonly masked: readonly string[] },
): readonly WithheldValue[] {
  const [name] = masked
  if (name === undefined) return []
  const [first = '', ...after] = shown.split(mask)
  const values: WithheldValue[] = []
  let start = first.length
  for (const part of after) {
    const end = part === '' ? text.length : text.indexOf(part, start)
    if (end < 0) break
    values.push({ name, text: text.slice(start, end) })
    start = end + part.length
  }
  return values.filter(one => one.text !== '' && one.text !== mask)
}
