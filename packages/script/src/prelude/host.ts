/** What crosses from the sandbox to the host: an operation and a flat list of primitives, as JSON. */
type HostArgument = string | number | boolean | null

type HostFunction = (operation: string, json: string) => string | null | undefined

// Captured before any script runs, so that nothing it does to the globals changes what is told here.
const { stringify } = JSON
const { getOwnPropertyDescriptor } = Object
const hostFunction = takenHostFunction()

/** It stands in the global object only while the image is made. */
function takenHostFunction(): HostFunction {
  const taken: unknown = getOwnPropertyDescriptor(globalThis, 'takeHostFunction')?.value
  Reflect.deleteProperty(globalThis, 'takeHostFunction')
  if (typeof taken !== 'function') throw new Error('The image is made without its host function')
  return (operation, json) => taken(operation, json)
}

/**
 * The one way out. The text is put together from primitives alone: a `toJSON` that a script plants
 * anywhere is never asked.
 * @throws what the host refuses, in its words
 */
export function callHost(operation: string, ...values: readonly HostArgument[]): string {
  let json = '['
  for (let at = 0; at < values.length; at += 1) json += (at === 0 ? '' : ',') + stringify(values[at])
  const answer = hostFunction(operation, `${json}]`)
  if (answer === null) throw new Error(hostFunction('fault', '[]') ?? 'The host refused the call')
  return answer ?? ''
}
