import { becauseOf, nextStepFor } from '@parley/files'
import type { Damage } from './documents/damage.ts'

/** The reason why an operation failed; nothing was changed unless it says so. */
export interface WorkspaceFailure {
  readonly code: WorkspaceFailureCode
  readonly sentence: string
  /** The same without any text of a damaged file; absent: the sentence contains none. */
  readonly plainSentence?: string
  readonly nextStep: string
  /** The path of the affected entry. */
  readonly path: string
}

export type WorkspaceFailureCode =
  | 'NOT_FOUND'
  /** The file is not the version that the change was based on. */
  | 'FILE_CHANGED'
  /** The file is damaged and is not overwritten. */
  | 'DAMAGED'
  | 'NOT_READ'
  | 'NOT_WRITTEN'
  | 'NOT_DELETED'
  /** The target cannot contain this entry. */
  | 'WRONG_PLACE'
  /** The store of secrets cannot be opened. */
  | 'SECRETS_LOCKED'
  /** The app data cannot be written. */
  | 'NOT_NOTED'

/** The file or folder no longer exists. */
export function notFound(path: string): WorkspaceFailure {
  const sentence = `“${path}” is no longer in the workspace.`
  return { code: 'NOT_FOUND', sentence, nextStep: 'Save what you have under another name.', path }
}

/** The system refuses to read. */
export function notRead(path: string, systemCode: string): WorkspaceFailure {
  const sentence = `“${path}” could not be read${becauseOf(systemCode)}.`
  const nextStep = nextStepFor(systemCode, 'Check that this account may read the file.')
  return { code: 'NOT_READ', sentence, nextStep, path }
}

/** The system refuses to write; an existing file keeps its content, and a new one was not created. */
export function notWritten(path: string, systemCode: string): WorkspaceFailure {
  const nextStep = nextStepFor(systemCode, 'Check that this account may write in the folder, and try again.')
  const sentence = `“${path}” could not be written${becauseOf(systemCode)}. Nothing was changed.`
  return { code: 'NOT_WRITTEN', sentence, nextStep, path }
}

/** The system refuses to move to the trash. */
export function notDeleted(path: string, systemCode: string): WorkspaceFailure {
  const sentence = `“${path}” could not be deleted${becauseOf(systemCode)}. It is where it was.`
  const nextStep = nextStepFor(systemCode, 'Close the program that uses it and delete it again.')
  return { code: 'NOT_DELETED', sentence, nextStep, path }
}

/** The file is damaged. */
export function damaged(path: string, { sentence, plainSentence, nextStep }: Damage): WorkspaceFailure {
  return { code: 'DAMAGED', sentence, plainSentence, nextStep, path }
}

/** The target cannot contain this entry. */
export function wrongPlace(path: string, sentence: string): WorkspaceFailure {
  return { code: 'WRONG_PLACE', sentence, nextStep: 'Choose a collection or a folder.', path }
}

/** The store of secrets cannot be opened. */
export function secretsLocked(path: string): WorkspaceFailure {
  return {
    code: 'SECRETS_LOCKED',
    sentence: `The secrets of “${path}” are locked, and nothing was changed.`,
    nextStep: 'Unlock the keychain of this account and try again.',
    path,
  }
}

/** The app data cannot record the planned change, so it is not carried out. */
export function notNoted(path: string, systemCode: string): WorkspaceFailure {
  return {
    code: 'NOT_NOTED',
    sentence: `Parley could not write to its data folder${becauseOf(systemCode)}, so “${path}” was not changed.`,
    nextStep: nextStepFor(systemCode, 'Check that this account may write to the data folder, and try again.'),
    path,
  }
}

/** The file is not the version that the change was based on. */
export function fileChanged(path: string): WorkspaceFailure {
  return {
    code: 'FILE_CHANGED',
    sentence: `“${path}” was changed outside since it was opened.`,
    nextStep: 'Compare both versions, then keep one of them.',
    path,
  }
}
