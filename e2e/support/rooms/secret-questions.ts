import type { OpenParley } from '../running-parley.ts'
import { expect } from '../test.ts'

/** Calls the server like the page does, for setup that a test is not about. */
export async function call({ origin, token }: OpenParley, procedure: string, input: unknown) {
  const response = await fetch(`${origin}/rpc/${procedure}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'parley-token': token, origin },
    body: JSON.stringify({ json: input }),
  })
  expect(response.status).toBe(200)
  return (await response.json()).json
}
