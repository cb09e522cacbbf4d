import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newHttpRequest, noScripts, row } from '@parley/model'
import { expect, test } from 'vitest'
import { collectionOf, runEnd } from '../runs/run-fixture.testkit.ts'
import { useSharedServerWithSamples } from '../shared-server.testkit.ts'
import { outcomeOf, startLoad, usualShape } from './load-fixture.testkit.ts'

const running = useSharedServerWithSamples()

const local = (name: string, fields: Parameters<typeof newHttpRequest>[0] = {}) =>
  newHttpRequest({ name, url: 'http://127.0.0.1:1/', auth: { type: 'none' }, ...fields })

const plan = (targetId: string, data: { name: string; text: string } | null = null) =>
  outcomeOf(running.window, task => running.client.loads.plan({ ...task, targetId, data }))

const exportTo = (targetId: string, folder: string, thresholds: string[] = []) =>
  outcomeOf(running.window, task =>
    running.client.loads.export({
      ...task,
      ...{ targetId, data: null, engine: 'k6' as const, folder, shape: { ...usualShape, thresholds } },
    }),
  )

test('a plan lists what is not translated by request and line, and the host that is not this computer', async () => {
  const scripts = { ...noScripts, postResponse: 'pm.test("a", () => pm.response.to.have.status(200))\nodd()' }
  const id = await collectionOf(running.client, 'Plan', [
    local('Add', { scripts }),
    local('Signed', { auth: { type: 'digest', username: 'u', password: '' } }),
    local('Far', { url: 'http://shop.example:81/' }),
  ])
  expect(await plan(id)).toMatchObject({
    state: 'planned',
    requests: 2,
    totalUntranslated: 2,
    untranslated: [
      { path: 'Plan/Add', line: 2, isLeftOut: false },
      { path: 'Plan/Signed', line: null, isLeftOut: true },
    ],
    foreignHost: 'shop.example:81',
  })
  const events = running.window.events.filter(event => event.type === 'settings')
  const before = events.at(-1)?.settings
  if (before === undefined) throw new Error('no settings')
  const certificates = { ...before.certificates, disableSslVerification: true }
  await running.client.settings.write({ settings: { ...before, certificates } })
  expect(await plan(id)).toMatchObject({
    untranslated: [
      { path: 'Plan', text: 'certificates of servers are verified, whatever the settings say' },
      { path: 'Plan/Add' },
      { path: 'Plan/Signed' },
    ],
  })
  await running.client.settings.write({ settings: before })
  expect(await plan(id, { name: 'a.csv', text: '' })).toMatchObject({ state: 'failed' })
})

test('an export writes a folder without secrets, and overwrites nothing', async () => {
  const id = await collectionOf(running.client, 'Export', [local('A', { headers: [row('X', '1')] })])
  const folder = join(running.folder, 'load')
  expect(await exportTo(id, 'not/whole')).toMatchObject({
    state: 'failed',
    sentence: 'This is not the full path of a folder.',
  })
  expect(await exportTo(id, folder, ['p95<<1'])).toMatchObject({
    state: 'failed',
    sentence: '“p95<<1” is no threshold.',
  })
  expect(existsSync(folder)).toBe(false)
  expect(await exportTo(id, folder, ['p95<300'])).toEqual({ state: 'written', folder, requests: 1 })
  expect(readdirSync(folder)).toContain('README.md')
  writeFileSync(join(folder, 'README.md'), 'mine')
  expect(await exportTo(id, folder)).toMatchObject({
    state: 'failed',
    nextStep: 'Nothing was changed. Choose another folder.',
  })
  expect(readFileSync(join(folder, 'README.md'), 'utf8')).toBe('mine')
})

test('a load test that would be too large, or go to another host, does not start', async () => {
  const { client, window } = running
  const far = await collectionOf(client, 'Far', [local('A', { url: 'http://shop.example/' })])
  const refused = async (more: Parameters<typeof startLoad>[3]) => {
    const { state, problem } = await runEnd(window, await startLoad(client, window, far, more))
    return [state, problem?.sentence]
  }
  expect(await refused({ shape: { users: 51 } })).toEqual(['failed', 'At most 50 users run here.'])
  expect(await refused({ shape: { seconds: 40, rampSeconds: 21 } })).toEqual([
    'failed',
    'A load test runs here for at most 60 s, with the ramp.',
  ])
  expect(await refused({})).toEqual(['failed', 'The requests go to shop.example.'])
  expect(await refused({ host: 'shop.exampl' })).toEqual(['failed', 'The requests go to shop.example.'])
  expect((await client.runs.list({ targetId: far })).runs).toEqual([])
})
