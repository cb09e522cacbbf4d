import { homedir } from 'node:os'

/** Debian's name for the home folder of an account that has none. */
const noHome = '/nonexistent'

/**
 * Returns the home folder of the account. Where a program runs as a number that no account has, as in containers, it
 * is a folder that does not exist.
 */
export function homeFolder(): string {
  try {
    return homedir()
  } catch {
    return noHome
  }
}
