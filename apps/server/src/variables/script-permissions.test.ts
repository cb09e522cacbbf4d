import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { VariablesPlace } from '../contract/index.ts'
import { useSharedServerWithSamples } from '../shared-server.testkit.ts'

const global = { kind: 'global' } as const
const workspace = { kind: 'workspace' } as const

const running = useSharedServerWithSamples()

const allowing = 'extensions:\n  parley:\n    allowedToScripts: [key]\n'

async function open(place: VariablesPlace) {
  const opened = await running.client.variables.open({ place })
  if (opened.state === 'failed') throw new Error(opened.sentence)
  return opened
}

async function save(place: VariablesPlace, allowedToScripts: boolean, secretValue: string | null = 'value') {
  const { version } = await open(place)
  const variable = { secret: true, name: 'key', enabled: true, allowedToScripts } as const
  const variables = [{ variable, secretValue }]
  return running.client.variables.save({ place, variables, baseVersion: version })
}

async function isAllowed(place: VariablesPlace): Promise<unknown> {
  const { variables } = await open(place)
  const found = variables.find(({ variable }) => variable.name === 'key')?.variable
  return found?.secret ? found.allowedToScripts : undefined
}

/** Each owner of a secret variable, with its file. */
const places: Readonly<Record<string, () => Promise<{ place: VariablesPlace; file: string }>>> = {
  environment: async () => {
    const made = await running.client.environments.create({ name: 'E', variables: [] })
    if (made.state === 'failed') throw new Error(made.sentence)
    return {
      place: { kind: 'environment', id: made.id },
      file: join(running.workspaceFolder, 'environments', 'E.yml'),
    }
  },
  workspace: async () => ({ place: workspace, file: join(running.workspaceFolder, 'workspace.yml') }),
  global: async () => ({ place: global, file: join(running.appDataFolder, 'globals.yml') }),
}

describe.each(Object.entries(places))('a secret variable of the kind %s (attacks SE9)', (_, prepare) => {
  test('is allowed only on this device, and its file does not mention the permission', async () => {
    const { place, file } = await prepare()
    await save(place, true)
    expect(readFileSync(file, 'utf8')).not.toContain('allowedToScripts')
    expect(await isAllowed(place)).toBe(true)
    await save(place, false)
    expect(await isAllowed(place)).toBe(false)
  })

  test('is not allowed by a change of its file while open, and a save keeps the file’s entry', async () => {
    const { place, file } = await prepare()
    await save(place, false)
    writeFileSync(file, `${readFileSync(file, 'utf8')}${allowing}`)
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

test('allowing takes the names of secrets, and does not change their files', async () => {
  await save(workspace, false)
  const file = join(running.workspaceFolder, 'workspace.yml')
  const before = readFileSync(file, 'utf8')
  const secrets = [{ place: workspace, name: 'key' }]
  const answered = await running.client.variables.setScriptAccess({ secrets, isAllowed: true })
  expect(answered).toEqual({ state: 'done' })
  expect([await isAllowed(workspace), readFileSync(file, 'utf8')]).toEqual([true, before])
})
