/**
 * Warnings of Rolldown about the build process, not about the code. They depend on the machine and fail no
 * build.
 */
const buildWarningCodes = ['PLUGIN_TIMINGS', 'COULD_NOT_CLEAN_DIRECTORY']

/**
 * Returns Rolldown's `onLog` for a program: a warning about its code throws, everything else is printed.
 * @param file - the bundle, which the message names
 */
export function failOnWarning(file) {
  return (level, log, print) => {
    if (level === 'warn' && !buildWarningCodes.includes(log.code)) throw new Error(`${file}: ${log.message}`)
    print(level, log)
  }
}
