/** The arguments of a host call: an operation and a flat list of primitives, as JSON. */
type HostArgument = string | number | boolean | null

type HostFunction = (operation: string, json: string) => string | null | undefined

// Captured before any script runs, so that a script cannot change what the host receives.
const { stringify } = JSON
const { getOwnPropertyDescriptor } = Object
const hostFunction = takenHostFunction()

/** Returns the host function, which is a global only while the image is created. */
function takenHostFunction(): HostFunction {
  const taken: unknown = getOwnPropertyDescriptor(globalThis, 'takeHostFunction')?.value
  Reflect.deleteProperty(globalThis, 'takeHostFunction')
  if (typeof taken !== 'function') throw new Error('The image is made without its host function')
  return (operation, json) => taken(operation, json)
}

/**
 * Calls the host; the only way out of the sandbox. The text is built from primitives only, so that a script's
 * `toJSON` is never called.
 * @throws the host's refusal
 */
export function callHost(operation: string, ...values: readonly HostArgument[]): string {
  let json = ''
  for (let at = 0; at < values.length; at += 1) json += (at === 0 ? '' : ',') + stringify(values[at])
  return callHostWithJson(operation, json)
}

/** Returns a text as it is in the JSON of arguments. */
export const argumentJson = (text: string | number | null): string => stringify(text)

/** Calls the host with arguments that are JSON already, with commas between them. */
export function callHostWithJson(operation: string, json: string): string {
  const answer = hostFunction(operation, `[${json}]`)
  if (answer === null) throw new Error(hostFunction('fault', '[]') ?? 'The host refused the call')
  return answer ?? ''
}
