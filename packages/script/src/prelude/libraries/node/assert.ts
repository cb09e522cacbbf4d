import { assert } from 'chai'

/** Node's `assert`, from chai's, whose checks have the same names. */
export const nodeAssert = Object.assign(
  (value: unknown, message?: string) => assert.isOk(value, message),
  assert,
  { rejects, ok: assert.isOk },
)
Object.assign(nodeAssert, { strict: nodeAssert })

/** Checks that a promise is rejected. */
async function rejects(promise: unknown, expected?: unknown): Promise<void> {
  let thrown: unknown = null
  try {
    await (typeof promise === 'function' ? promise() : promise)
  } catch (error) {
    thrown = error
  }
  assert.isNotNull(thrown, 'Missing expected rejection')
  assert.throws(
    () => {
      throw thrown
    },
    ...(expected instanceof RegExp ? [expected] : []),
  )
}
