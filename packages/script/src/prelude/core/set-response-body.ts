import { contentFault } from '../../shared/override-fault.ts'
import { callHost } from '../host.ts'
import { view } from './run-state.ts'
import { textOf } from './text-of.ts'
import { typedText } from './typed-text.ts'

/** Sets what `res` of this and later scripts returns as the body; the response itself stays what the server sent. */
export function setResponseBody(value: unknown): void {
  if (view().phase !== 'postResponse') throw new Error('res.setBody is not available in this context')
  const json = typedText(value)
  const text = json === null ? textOf(value) : ''
  const fault = contentFault(Math.max(text.length, json?.length ?? 0))
  if (fault !== null) throw new Error(fault)
  callHost('set-response-body', text, json)
}
