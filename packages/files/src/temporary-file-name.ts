import { randomUUID } from 'node:crypto'

/** Returns a name for a file or folder that will be renamed; {@link temporaryFileOwner} recognises it. */
export function temporaryFileName(): string {
  return `.parley-${process.pid}-${randomUUID()}.tmp`
}

/** Returns the ID of the process that created a temporary file or folder; null for any other name. */
export function temporaryFileOwner(name: string): number | null {
  const match = /^\.parley-(\d+)-[0-9a-f-]{36}\.tmp$/.exec(name)
  return match === null ? null : Number(match[1])
}
