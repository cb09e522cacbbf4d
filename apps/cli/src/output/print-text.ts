import { errorCodeOf } from '@parley/files'

/** Prints Parley's own text. A closed pipe (`parley --help | head -1`) is no failure. */
export function printText(text: string): void {
  process.stdout.once('error', error => {
    if (errorCodeOf(error) !== 'EPIPE') throw error
  })
  process.stdout.write(text)
}
