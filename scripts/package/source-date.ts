import { execFileSync } from 'node:child_process'

/** The time of the sources if neither the environment nor git says one: zip and tar cannot express 1970. */
const fallback = 1_767_225_600

/**
 * Returns the time that all files of packages get, in seconds since 1970, so that the same sources make the same
 * bytes: `SOURCE_DATE_EPOCH`, otherwise the time of the last commit.
 */
export function sourceDate(
  root: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): number {
  const { SOURCE_DATE_EPOCH } = environment
  if (SOURCE_DATE_EPOCH !== undefined && SOURCE_DATE_EPOCH !== '') {
    if (!/^\d{1,10}$/.test(SOURCE_DATE_EPOCH))
      throw new Error(
        `SOURCE_DATE_EPOCH is ${SOURCE_DATE_EPOCH}, which is not a number of seconds since 1970.`,
      )
    return Number(SOURCE_DATE_EPOCH)
  }
  try {
    const time = execFileSync('git', ['log', '-1', '--format=%ct'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return Number(time.trim()) || fallback
  } catch {
    return fallback
  }
}
