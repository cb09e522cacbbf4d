import { describeSendFailure, harmlessText, type SendFailure } from '@parley/model'
import type { DescribedProblem } from '../contract/index.ts'

export type UpdateFaultCode =
  | 'UPDATE_NOT_REACHED'
  | 'UPDATE_REFUSED'
  | 'UPDATE_REDIRECTED'
  | 'UPDATE_TOO_LARGE'
  | 'UPDATE_NOT_UNDERSTOOD'
  | 'UPDATE_LINK_REFUSED'
  | 'UPDATE_OLDER'

/** Why the address for updates gave no version. */
export interface UpdateFault extends DescribedProblem {
  readonly code: UpdateFaultCode
}

/** What helps with an answer that only its author can correct. */
const askPackager = 'Look for a new version where you got Parley, and report the address to its packager.'

export function notReached(failure: SendFailure): UpdateFault {
  const { sentence, nextStep } = describeSendFailure(failure)
  return {
    code: 'UPDATE_NOT_REACHED',
    sentence: `The check for updates failed. ${sentence}`,
    nextStep,
  }
}

/** @param location - the `Location` field, from outside */
export function redirected(location: string): UpdateFault {
  return {
    code: 'UPDATE_REDIRECTED',
    sentence: `The address for updates redirects to ${shown(location) || 'another one'}, which is not followed.`,
    nextStep: askPackager,
  }
}

export function refusedStatus(statusCode: number): UpdateFault {
  return {
    code: 'UPDATE_REFUSED',
    sentence: `The address for updates responded with ${statusCode}.`,
    nextStep: 'Try again later, or look for a new version where you got Parley.',
  }
}

export const tooLarge: UpdateFault = {
  code: 'UPDATE_TOO_LARGE',
  sentence: 'The address for updates sent more than 64 kB.',
  nextStep: askPackager,
}

/** @param reason - what is wrong with the answer, as the end of a sentence */
export function notUnderstood(reason: string): UpdateFault {
  return {
    code: 'UPDATE_NOT_UNDERSTOOD',
    sentence: `The address for updates sent ${reason}.`,
    nextStep: askPackager,
  }
}

export const linkRefused: UpdateFault = {
  code: 'UPDATE_LINK_REFUSED',
  sentence: 'The address for updates sent a link that does not begin with https.',
  nextStep: askPackager,
}

export function older(version: string, current: string): UpdateFault {
  return {
    code: 'UPDATE_OLDER',
    sentence: `The address for updates has version ${version}, which is older than ${current}, the one you use.`,
    nextStep: askPackager,
  }
}

const longestShown = 200

function shown(text: string): string {
  const harmless = harmlessText(text).replace(/\s+/g, ' ').trim()
  return harmless.length > longestShown ? `${harmless.slice(0, longestShown)}…` : harmless
}
