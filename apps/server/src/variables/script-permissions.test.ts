import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { SecretPlace } from '../contract/index.ts'
import { useSharedServerWithSamples } from '../shared-server.testkit.ts'
import { openVariables, ownerKinds, saveVariables, secretOwners } from './secret-owners.testkit.ts'

const global = { kind: 'global' } as const

const running = useSharedServerWithSamples()

const permission = '  parley:\n    allowedToScripts: [key]\n'

/** Returns the text of a file with a permission of an older Parley. */
const allowedBy = (text: string) =>
  text.includes('  parley:\n') ? text.replace('  parley:\n', permission) : `${text}extensions:\n${permission}`

const save = (place: SecretPlace, allowedToScripts: boolean, secretValue: string | null = 'value') =>
  saveVariables(running.client, place, [
    { variable: { secret: true, name: 'key', enabled: true, allowedToScripts }, secretValue },
  ])

async function isAllowed(place: SecretPlace): Promise<unknown> {
  const variables = await openVariables(running.client, place)
  const found = variables.find(({ variable }) => variable.name === 'key')?.variable
  return found?.secret ? found.allowedToScripts : undefined
}

async function prepared(kind: SecretPlace['kind']) {
  const { place, file } = await secretOwners[kind](running.client)
  const path =
    file === null ? join(running.appDataFolder, 'globals.yml') : join(running.workspaceFolder, file)
  return { place, file: path }
}

describe.each(ownerKinds)('a secret variable of the kind %s (attacks SE9)', kind => {
  test('is allowed only on this device, and its file does not mention the permission', async () => {
    const { place, file } = await prepared(kind)
    await save(place, true)
    expect(readFileSync(file, 'utf8')).not.toContain('allowedToScripts')
    expect(await isAllowed(place)).toBe(true)
    await save(place, false)
    expect(await isAllowed(place)).toBe(false)
    // By its name, without a change of its file.
    const before = readFileSync(file, 'utf8')
    const secrets = [{ place, name: 'key' }]
    for (const isNow of [true, false]) {
      const answered = await running.client.variables.setScriptAccess({ secrets, isAllowed: isNow })
      expect(answered).toEqual({ state: 'done' })
      expect([await isAllowed(place), readFileSync(file, 'utf8')]).toEqual([isNow, before])
    }
  })

  test('is not allowed by a change of its file while open, and a save keeps the file’s entry', async () => {
    const { place, file } = await prepared(kind)
    await save(place, false)
    writeFileSync(file, allowedBy(readFileSync(file, 'utf8')))
    expect(await isAllowed(place)).toBe(false)
    // The user has decided, so a change of the file asks no question.
    expect(await running.client.variables.permissionsOfFiles()).toEqual([])
    await save(place, false, 'another value')
    expect(readFileSync(file, 'utf8')).toContain('allowedToScripts: [key]')
    expect(await isAllowed(place)).toBe(false)
  })
})

test('a global secret is allowed in one workspace', async () => {
  await save(global, true)
  const other = join(running.folder, 'other')
  mkdirSync(other)
  writeFileSync(join(other, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Other\n')
  expect(await running.client.workspaces.open({ folder: other })).toMatchObject({ state: 'done' })
  expect(await isAllowed(global)).toBe(false)
  await save(global, false)
  expect(await running.client.workspaces.open({ folder: running.workspaceFolder })).toMatchObject({
    state: 'done',
  })
  expect(await isAllowed(global)).toBe(true)
})
