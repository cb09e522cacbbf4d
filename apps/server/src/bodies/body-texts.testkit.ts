import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FileBodyStore, openFileBodyStore } from '@parley/appdata'
import { afterAll, beforeAll } from 'vitest'
import { BodyTexts, type ReceivedBody } from './body-texts.ts'

/** Where the bodies are. */
export let folder: string
/** The bodies of the file that calls {@link useBodies}. */
export let bodies: FileBodyStore
/** The texts of these bodies. */
export let texts: BodyTexts

/** Opens bodies for the tests of a file, and deletes them afterwards. */
export function useBodies(): void {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parley-bodies-'))
    bodies = await openFileBodyStore(folder)
    texts = new BodyTexts(bodies)
  })
  afterAll(async () => {
    await texts.close()
    bodies.clear()
    rmSync(folder, { recursive: true })
  })
}

/** Stores a body and returns its handle. */
export async function keep(bytes: Uint8Array | string): Promise<string> {
  const writer = await bodies.create()
  await writer.write(Buffer.from(bytes))
  await writer.close()
  return writer.handle
}

/** Returns what is known of a body of this media type. */
export function receivedAs(
  mediaType: string,
  charset = '',
  isGrowing = false,
  isComplete = !isGrowing,
): ReceivedBody {
  const content = { handle: '', mediaType, charset, wireBytes: 0, decodedBytes: 0, isComplete }
  return { response: { content }, isGrowing }
}

/** Returns how many files the bodies take. */
export function countFiles(): number {
  return readdirSync(folder, { recursive: true }).length
}
