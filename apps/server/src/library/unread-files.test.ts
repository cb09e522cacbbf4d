import { appendFileSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newAuth, newHttpRequest } from '@parley/model'
import { waitFor } from '@parley/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { runEnd, startRun } from '../runs/run-fixture.testkit.ts'
import { useSharedServerWithSamples } from '../shared-server.testkit.ts'
import { sampleId } from '../start-test-server.testkit.ts'

const running = useSharedServerWithSamples()

const made = (result: object): string => {
  if (!('id' in result) || typeof result.id !== 'string') throw new Error(JSON.stringify(result))
  return result.id
}
const inWorkspace = (pattern: string) => {
  const [path] = globSync(pattern, { cwd: running.workspaceFolder })
  if (path === undefined) throw new Error(`There is no ${pattern}`)
  return join(running.workspaceFolder, path)
}

/** The files that a request in a folder inherits from, each with where it is. */
const files: Readonly<Record<string, () => string>> = {
  'opencollection.yml of its collection': () => inWorkspace('*/opencollection.yml'),
  'folder.yml of its folder': () => inWorkspace('*/Damaged/folder.yml'),
  'file of the chosen environment': () => inWorkspace('**/environments/Chosen.yml'),
  'file of an environment that the chosen one extends': () => inWorkspace('**/environments/Base.yml'),
  'file of the workspace': () => inWorkspace('workspace.yml'),
  'file of the global variables': () => join(running.appDataFolder, 'globals.yml'),
}

const isOfContainer = /^(?:opencollection|folder)\.yml$/

test.each(Object.entries(files))(
  'nothing is sent, run, asked for or generated while the %s cannot be read',
  async (_, pathOf) => {
    const { client, demo, window } = running
    const parentId = made(
      await client.library.createFolder({ parentId: await sampleId(client), name: 'Damaged' }),
    )
    await client.environments.create({ name: 'Base', variables: [] })
    const id = made(await client.environments.create({ name: 'Chosen', variables: [] }))
    appendFileSync(inWorkspace('**/environments/Chosen.yml'), 'extends: Base\n')
    await client.environments.activate({ id })
    const variable = { secret: false, name: 'who', value: { text: 'a' }, enabled: true } as const
    await client.variables.save({
      place: { kind: 'global' },
      variables: [{ variable, secretValue: '' }],
      baseVersion: null,
    })
    const request = newHttpRequest({ name: 'Echo', url: `${demo.baseUrl}/echo` })
    await client.library.createRequest({ parentId, request })
    const send = async () => {
      const sendId = crypto.randomUUID()
      await client.sends.start({ windowId: window.windowId, sendId, requestId: 'r1', parentId, request })
      return sendId
    }
    await window.waitForState(await send(), 'answered')
    expect(await client.auth.readInherited({ parentId })).toMatchObject({ unread: '' })
    const good = await runEnd(window, await startRun(client, window, parentId))
    expect(good).toMatchObject({ state: 'ended', problem: null })
    const path = pathOf()
    const before = readFileSync(path)
    onTestFinished(() => writeFileSync(path, before))
    appendFileSync(path, '\n<<<<<<< HEAD\n')
    const failure = await waitFor(async () => {
      const progress = await window.waitForState(await send(), 'failed').catch(() => null)
      return progress?.failure ?? null
    }, 'the failure')
    const name = path.slice(path.lastIndexOf('/') + 1)
    expect(failure).toMatchObject({ code: 'INHERITED_NOT_READ', subject: expect.stringContaining(name) })
    const run = await runEnd(window, await startRun(client, window, parentId))
    const { rows } = await client.runs.readRows({ runId: run.runId, from: 0, limit: 9 })
    const { unread, owner } = await client.auth.readInherited({ parentId })
    if (isOfContainer.test(name)) {
      expect(run).toMatchObject({ state: 'failed', problem: { sentence: expect.stringContaining(name) } })
      expect([unread, owner]).toEqual([failure.subject, null])
    } else {
      expect(rows).toMatchObject([{ status: 'error', failureCode: 'INHERITED_NOT_READ', isUnsent: true }])
      expect(unread).toBe('')
    }
    const auth = {
      ...newAuth('oauth2'),
      grantType: 'clientCredentials',
      tokenUrl: `${demo.baseUrl}/echo`,
    } as const
    const code = await client.code.prepare({ request, parentId, includesAuth: true, fillsVariables: true })
    expect(code).toMatchObject({ ok: false, failure: { code: 'INHERITED_NOT_READ' } })
    const subject = { windowId: window.windowId, parentId, request: { ...request, auth } }
    await client.auth.getNewAccessToken({ ...subject, signInId: crypto.randomUUID() })
    await waitFor(
      () =>
        window.events.some(event => JSON.stringify(event).includes('The request inherits from this file')),
      'the refusal of the token',
    )
  },
)
