import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compiledDefinitionsInMemory } from '@parley/engine'
import { placeInWorkspace } from '@parley/files'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PickedFiles } from '../picked-files/picked-files.ts'
import { definitionFilesIn } from './definition-files.ts'
import { withPickedDefinitions } from './picked-definitions.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-definitions-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function* contentOf(text: string) {
  yield new TextEncoder().encode(text)
}

test('a picked file defines services in its own window alone, and never changes', async () => {
  const pickedFiles = new PickedFiles(folder)
  const { filePath } = await pickedFiles.add('window', 'own.proto', contentOf('syntax = "proto3";'))
  const ofFolder = definitionFilesIn(placeInWorkspace(folder, ''), compiledDefinitionsInMemory())
  const ofWindow = (windowId: string) => withPickedDefinitions(ofFolder, pickedFiles, windowId)
  const textOf = async (windowId: string, path: string) => {
    const read = await ofWindow(windowId).read(path)
    return read.ok && read.value !== null ? new TextDecoder().decode(read.value) : null
  }
  expect(await textOf('window', filePath)).toBe('syntax = "proto3";')
  expect(await textOf('another window', filePath)).toBeNull()
  expect(await textOf('window', filePath.replace('own', 'other'))).toBeNull()
  expect(await textOf('window', 'missing.proto')).toBeNull()
  const stampIn = (windowId: string) => ofWindow(windowId).kept?.stampOf(filePath)
  expect(await stampIn('window')).toBe(await stampIn('window'))
  expect(await stampIn('another window')).toBeNull()
})
