import { becauseOf, failureCodeOf, nextStepFor } from '@parley/files'
import { SharedFolderError } from './unpack-program.ts'

/** The codes that another folder does not have; the others have a next step of their own. */
const ofTheFolder = ['EROFS', 'EACCES', 'EPERM', 'ENOTDIR', 'ENOENT', 'ENAMETOOLONG']

/**
 * Returns the sentence for a program that could not be unpacked, with the next step.
 * @param variable the environment variable that names the folder
 * @throws the error if it is none of the system
 */
export function describeUnpackFailure(error: unknown, base: string, variable: string): string {
  const another = `Set ${variable} to a folder of your own that you can write to, and start Parley again.`
  if (error instanceof SharedFolderError)
    return `Parley runs no code from ${base}, because the folder belongs to another user. ${another}`
  const code = failureCodeOf(error)
  if (code === '') throw error
  const nextStep = ofTheFolder.includes(code) ? another : nextStepFor(code, another)
  return `Parley could not unpack its files into ${base}${becauseOf(code)}. ${nextStep}`
}
