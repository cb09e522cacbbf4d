/** The reason of a system error, as the end of a sentence, and the next step. */
export interface FileErrorDescription {
  /** For example `the disk is full`. */
  readonly reason: string
  readonly nextStep: string
}

const damagedDatabase = {
  reason: 'Parley’s database is damaged',
  nextStep: 'Restart Parley: it repairs the database when it starts.',
}

/** The system errors about which users can do something (POSIX). */
const byCode = {
  ENOSPC: {
    reason: 'the disk is full',
    nextStep: 'Free some space on the disk and try again.',
  },
  EDQUOT: {
    reason: 'the disk quota of this account is used up',
    nextStep: 'Delete files you no longer need, or ask for a larger quota, and try again.',
  },
  EFBIG: {
    reason: 'the file would be larger than this system allows',
    nextStep: 'Raise the limit on file sizes, or use another disk.',
  },
  EROFS: {
    reason: 'the disk is read-only',
    nextStep: 'Mount the disk for writing, or use a folder on another disk.',
  },
  EACCES: {
    reason: 'this account has no permission',
    nextStep: 'Check the permissions of the file and its folder, and try again.',
  },
  EPERM: {
    reason: 'the system does not permit it',
    nextStep: 'Check the permissions and the owner of the file, and that it is not protected, and try again.',
  },
  ENAMETOOLONG: {
    reason: 'the name or the path is too long',
    nextStep: 'Choose a shorter name, or a folder with a shorter path.',
  },
  EMFILE: {
    reason: 'too many files are open',
    nextStep: 'Raise the limit on open files (ulimit -n), restart Parley and try again.',
  },
  ENFILE: {
    reason: 'too many files are open on this system',
    nextStep: 'Close other programs and try again.',
  },
  EBUSY: {
    reason: 'another program is using it',
    nextStep: 'Close the program that uses it and try again.',
  },
  EISDIR: {
    reason: 'there is a folder of that name',
    nextStep: 'Rename or remove the folder, and try again.',
  },
  ENOTDIR: {
    reason: 'part of its path is a file, not a folder',
    nextStep: 'Rename or remove that file, and try again.',
  },
  ENOTEMPTY: {
    reason: 'the folder is not empty',
    nextStep: 'Check what else is in the folder, and try again.',
  },
  EEXIST: {
    reason: 'there is a file or folder of that name',
    nextStep: 'Choose another name.',
  },
  EXDEV: {
    reason: 'it would have to move to another disk',
    nextStep: 'Move it there with the file manager.',
  },
  ENOENT: {
    reason: 'the file or its folder was not found',
    nextStep: 'Check that the folder still exists, and try again.',
  },
  ELOOP: {
    reason: 'its path leads through too many links',
    nextStep: 'Replace the link by the file or folder that it should lead to.',
  },
  EIO: {
    reason: 'the disk reported an error',
    nextStep: 'Copy what you need to another disk, then check this one.',
  },
} as const satisfies Readonly<Record<string, FileErrorDescription>>

/** The codes that {@link describeFileError} can describe. */
export const describedFileErrors = Object.keys(byCode)

/** SQLite's primary result codes and their cause in the system. */
const bySqliteCode: Readonly<Record<number, FileErrorDescription>> = {
  3: byCode.EACCES,
  5: byCode.EBUSY,
  6: byCode.EBUSY,
  8: byCode.EROFS,
  10: byCode.EIO,
  11: damagedDatabase,
  13: byCode.ENOSPC,
  14: byCode.EACCES,
  23: byCode.EACCES,
  26: damagedDatabase,
}

/**
 * Describes an error code of the system, such as `ENOSPC`, or of the database, such as `SQLITE_13`; null for
 * any other. This is the only place that describes such codes.
 */
export function describeFileError(code: string): FileErrorDescription | null {
  const sqlite = /^SQLITE_(\d+)$/.exec(code)?.[1]
  if (sqlite !== undefined) return bySqliteCode[Number(sqlite) & 0xff] ?? null
  return Object.entries(byCode).find(([known]) => known === code)?.[1] ?? null
}

/** Returns the end of a sentence with the reason and the code: `: the disk is full (ENOSPC)`. */
export function becauseOf(code: string): string {
  const description = describeFileError(code)
  if (description !== null) return `: ${description.reason} (${code})`
  return code === '' ? '' : ` (${code})`
}

/** Returns the next step for a code, or `otherwise` if the code is unknown. */
export function nextStepFor(code: string, otherwise: string): string {
  return describeFileError(code)?.nextStep ?? otherwise
}

/** Returns the code of a system error, or of an SQLite error as `SQLITE_13`; empty for any other error. */
export function failureCodeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('errcode' in error && typeof error.errcode === 'number') return `SQLITE_${error.errcode}`
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/**
 * Describes why the system did not let Parley start or go on, such as read-only app data, and what to do. Returns
 * null for any other error.
 */
export function describeRefusal(error: unknown): string | null {
  const code = failureCodeOf(error)
  const description = describeFileError(code)
  if (description === null) return null
  const path = error instanceof Error && 'path' in error ? String(error.path) : 'its data'
  return `Parley could not use ${path}: ${description.reason} (${code}). ${description.nextStep} You can also set PARLEY_HOME to another folder.`
}
