/** The system's code of an error (`ENOSPC`); empty where it has none, which is a bug's. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
