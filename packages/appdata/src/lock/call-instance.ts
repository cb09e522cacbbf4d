import type { Instance } from './instance-file.ts'

/** The header that carries the token of a launch. It is never a cookie, as browsers send cookies to every port of a host. */
export const tokenHeader = 'parley-token'

/**
 * Calls a procedure of a running Parley, such as `session/describe`. Returns null if nothing responds in time. Another
 * program may have taken the port: without the token, which only the app has given, it is refused or refuses.
 * @param input - undefined: the procedure takes none
 */
export async function callInstance(
  { address }: Pick<Instance, 'address'>,
  procedure: string,
  input: unknown,
  waitMs: number,
): Promise<Response | null> {
  const match = /^(http:\/\/127\.0\.0\.1:\d+)\/#token=([\w-]+)$/.exec(address)
  if (match === null) return null
  const [, origin = '', token = ''] = match
  const body = input === undefined ? {} : { body: JSON.stringify({ json: input }) }
  return fetch(`${origin}/rpc/${procedure}`, {
    method: 'POST',
    headers: { [tokenHeader]: token, 'content-type': 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(waitMs),
    ...body,
  }).catch(() => null)
}
