import { describeSendFailure, harmlessText, type Response, type SendFailure } from '@parley/model'
import { hideInText } from '../prepare/gate/hide-withheld.ts'
import type { AssistantService } from './assistant-service.ts'

/** Why there is no answer, or only the beginning of one. */
export interface AssistantFault {
  readonly code: AssistantFaultCode
  readonly sentence: string
  readonly nextStep: string
  /** After how many seconds the service may be asked again; null if it did not say. */
  readonly retryAfterSeconds: number | null
}

export type AssistantFaultCode =
  | 'ASSISTANT_NOT_SET_UP'
  | 'ASSISTANT_NOT_REACHED'
  | 'ASSISTANT_KEY_REFUSED'
  | 'ASSISTANT_NOT_FOUND'
  | 'ASSISTANT_BUSY'
  | 'ASSISTANT_QUESTION_TOO_LONG'
  | 'ASSISTANT_CONTENT_REFUSED'
  | 'ASSISTANT_REDIRECTED'
  | 'ASSISTANT_FAILED'
  | 'ASSISTANT_NOT_UNDERSTOOD'
  | 'ASSISTANT_ANSWER_TOO_LONG'
  | 'ASSISTANT_INTERRUPTED'
  | 'ASSISTANT_STOPPED'

export function assistantFault(
  code: AssistantFaultCode,
  sentence: string,
  nextStep: string,
  retryAfterSeconds: number | null = null,
): AssistantFault {
  return { code, sentence, nextStep, retryAfterSeconds }
}

const longestReason = 300

/** Returns what a service says about an error, on one line and without the key. */
export function reasonWords(reason: string, { key }: Pick<AssistantService, 'key'>): string {
  const shown = hideInText(harmlessText(reason), [{ name: 'API key', text: key }])
    .replace(/\s+/g, ' ')
    .trim()
  return shown.length > longestReason ? `${shown.slice(0, longestReason)}…` : shown
}

/** Returns the fault of a service that could not be asked, or whose answer did not arrive. */
export function unreachedFault(failure: SendFailure): AssistantFault {
  if (failure.kind === 'cancelled') return stoppedFault
  const { sentence, nextStep } = describeSendFailure(failure)
  return assistantFault('ASSISTANT_NOT_REACHED', `The assistant could not be reached. ${sentence}`, nextStep)
}

export const stoppedFault = assistantFault(
  'ASSISTANT_STOPPED',
  'The answer was stopped.',
  'Ask again when you are ready.',
)

export const interruptedFault = assistantFault(
  'ASSISTANT_INTERRUPTED',
  'The answer ended before it was complete.',
  'What arrived is shown. Ask again for the rest.',
)

export const tooLongFault = assistantFault(
  'ASSISTANT_ANSWER_TOO_LONG',
  'The answer was stopped because it is longer than 1 MB.',
  'What arrived is shown. Ask for a shorter answer.',
)

/** Returns the fault of a response without an answer. `reason` is the service's own text, which may be empty. */
export function refusedFault(
  { statusCode, reasonPhrase, headers }: Pick<Response, 'statusCode' | 'reasonPhrase' | 'headers'>,
  reason: string,
  service: AssistantService,
): AssistantFault {
  const said = reason === '' ? '' : `: ${reason}`
  if (statusCode >= 300 && statusCode < 400) {
    const location = reasonWords(fieldOf(headers, 'location'), service)
    return assistantFault(
      'ASSISTANT_REDIRECTED',
      `The assistant’s service redirects to ${location || 'another address'}, which is not followed because the key would go with it.`,
      'Enter that address in Settings → AI assistant if you trust it.',
    )
  }
  if (statusCode === 401 || statusCode === 403)
    return assistantFault(
      'ASSISTANT_KEY_REFUSED',
      `The assistant’s service refused the API key (${statusCode})${said}.`,
      'Check the API key in Settings → AI assistant.',
    )
  if (isTooLong(statusCode, reason))
    return assistantFault(
      'ASSISTANT_QUESTION_TOO_LONG',
      `The question is too long for the model${said}.`,
      'Leave parts out under “What is sent”, or begin a new conversation.',
    )
  if (statusCode === 404)
    return assistantFault(
      'ASSISTANT_NOT_FOUND',
      `The assistant’s service does not know the address or the model ${service.model}${said}.`,
      'Check the address and the model in Settings → AI assistant.',
    )
  if (statusCode === 429) {
    const seconds = retryAfterSeconds(fieldOf(headers, 'retry-after'))
    const when = seconds === null ? 'a while' : `${seconds} s`
    return assistantFault(
      'ASSISTANT_BUSY',
      `The assistant’s service accepts no more questions for now (429)${said}.`,
      `Wait ${when}, then retry.`,
      seconds,
    )
  }
  const phrase = reasonWords(`${statusCode} ${reasonPhrase}`, service)
  return assistantFault(
    'ASSISTANT_FAILED',
    `The assistant’s service failed with ${phrase}${said}.`,
    'Retry, or check the status of the service.',
  )
}

/** Returns the fault of an answer that a service ended with an error. */
export function brokenOffFault(reason: string, service: AssistantService): AssistantFault {
  const said = reasonWords(reason, service)
  if (isTooLong(400, said))
    return refusedFault({ statusCode: 413, reasonPhrase: '', headers: [] }, said, service)
  return assistantFault(
    'ASSISTANT_FAILED',
    `The assistant’s service ended the answer with an error${said === '' ? '' : `: ${said}`}.`,
    'Retry, or check the status of the service.',
  )
}

function isTooLong(statusCode: number, reason: string): boolean {
  return (
    statusCode === 413 ||
    (statusCode === 400 &&
      /context.{0,20}(length|window|size)|too (long|large|many tokens)|maximum.{0,20}tokens/i.test(reason))
  )
}

/** Returns the delay in seconds (RFC 9110 §10.2.3); null for a date and for no number. */
function retryAfterSeconds(value: string): number | null {
  return /^\d{1,6}$/.test(value) ? Number(value) : null
}

function fieldOf(headers: Response['headers'], wanted: string): string {
  return headers.find(({ name }) => name.toLowerCase() === wanted)?.value ?? ''
}
