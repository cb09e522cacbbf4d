import type { Done, ScopedSecret, ScopedVariable } from '@parley/server/contract'
import { beforeEach, expect, test } from 'vitest'
import { createTestWindow, type TestWindow } from '../../window/window-context.testkit.ts'
import { createTestWorkbench } from '../workbench.testkit.ts'
import { allowSecret } from './allow-secret.ts'
import {
  createSecretPermissions,
  type SecretPermissionCalls,
  type SecretPermissions,
  withheldSecretOf,
} from './secret-permissions.ts'

const ofWorkspace = { place: { kind: 'workspace' }, name: 'key' } as const
const ofEnvironment = { place: { kind: 'environment', id: 'e1' }, name: 'key' } as const
const other = { place: { kind: 'global' }, name: 'other' } as const

/** What files allow and the user has not decided about. */
let undecided: readonly ScopedSecret[]
let decided: (readonly [readonly ScopedSecret[], isAllowed: boolean])[]
let answer: () => Promise<Done>
let variables: readonly ScopedVariable[]
let edited: ScopedVariable[]
let window: TestWindow
let permissions: SecretPermissions

/** A window on the same device: it has toasts of its own. */
function openWindow(): void {
  window = createTestWindow({ describeError: () => 'The server does not answer.' })
  const calls: SecretPermissionCalls = {
    permissionsOfFiles: async () => undecided,
    overridden: async () => [],
    acknowledgeOverridden: async () => ({ state: 'done' }),
    setScriptAccess: async ({ secrets, isAllowed }) => {
      decided.push([secrets, isAllowed])
      const done = await answer()
      if (done.state === 'done') undecided = undecided.filter(one => !secrets.includes(one))
      return done
    },
    list: async () => variables,
    findSecret: async ({ placeId, name }) =>
      name === 'key' && placeId === 'request' ? ofWorkspace.place : null,
  }
  const editing = { edit: (variable: ScopedVariable) => void edited.push(variable) }
  permissions = createSecretPermissions(calls, createTestWorkbench().store, editing, window)
}

beforeEach(() => {
  undecided = [ofWorkspace, ofEnvironment, other]
  decided = []
  answer = async () => ({ state: 'done' })
  variables = []
  edited = []
  openWindow()
})

const shown = () => window.toasts.store.getState().toasts

test('the notice names each secret once and stays until it is answered', async () => {
  await permissions.showNotices()
  expect(shown()).toMatchObject([{ title: 'Secrets withheld from scripts', lines: ['key', 'other'] }])
  await permissions.refreshNotice()
  expect(shown()).toHaveLength(1)
  expect(decided).toEqual([])
})

test('closing the window does not answer it', async () => {
  await permissions.showNotices()
  openWindow()
  await permissions.showNotices()
  expect(shown()).toHaveLength(1)
  expect(decided).toEqual([])
})

test.each([
  ['its action allows all of them', true],
  ['to dismiss it withholds them', false],
])('%s, and it is not shown again', async (_, isAllowed) => {
  await permissions.showNotices()
  const [notice] = shown()
  if (isAllowed) notice?.action?.run()
  else notice?.onDismissed?.()
  expect(decided).toEqual([[[ofWorkspace, ofEnvironment, other], isAllowed]])
  await Promise.resolve()
  await permissions.refreshNotice()
  expect(shown()).toEqual([])
  openWindow()
  await permissions.showNotices()
  expect(shown()).toEqual([])
})

test('it disappears when another window answers, and when a workspace without such files is opened', async () => {
  await permissions.showNotices()
  undecided = []
  await permissions.refreshNotice()
  expect(shown()).toEqual([])
  undecided = [other]
  await permissions.showNotices()
  undecided = []
  await permissions.showNotices()
  expect(shown()).toEqual([])
})

test.each([
  [async (): Promise<Done> => ({ state: 'failed', sentence: 'It is locked.', nextStep: 'Unlock it.' })],
  [async (): Promise<Done> => Promise.reject(new Error('gone'))],
])('a failure to allow a secret is reported', async failing => {
  answer = failing
  expect(await permissions.allow([other])).toBe(false)
  expect(shown()).toMatchObject([
    { kind: 'error', title: 'Not allowed', text: /It is locked\. Unlock it\.|The server does not answer\./ },
  ])
  answer = async () => ({ state: 'done' })
  expect(await permissions.allow([other])).toBe(true)
})

test('a secret is shown where it is edited, and never a plain variable of its name', async () => {
  const secret = { name: 'key', value: null, scope: 'workspace' } as const
  variables = [{ name: 'key', value: 'plain', scope: 'environment' }, secret]
  await permissions.showSecret('key')
  expect(edited).toEqual([secret])
  await permissions.showSecret('gone')
  expect(shown()).toMatchObject([{ title: 'Secret not found' }])
})

test.each([
  ['Secret variable "api key" is withheld from scripts', 'api key'],
  ['Error: Secret variable "a" is withheld from scripts (allow it with --allow-secret a)', 'a'],
  ['Secret variable "" is withheld from scripts', null],
  ['key is not defined', null],
])('%j is about the secret %j', (message, name) => {
  expect(withheldSecretOf(message)).toBe(name)
})

test('a secret is allowed by its name where it is used, and a toast says that there is none elsewhere', async () => {
  const allowed = (placeId: string) => allowSecret(permissions, window.toasts, 'key', placeId)
  expect(await allowed('request')).toBe(true)
  expect(decided).toEqual([[[ofWorkspace], true]])
  expect(await allowed('elsewhere')).toBe(false)
  expect(shown()).toMatchObject([{ title: 'Not allowed' }])
  answer = async () => ({ state: 'failed', sentence: 'It is locked.', nextStep: 'Unlock it.' })
  expect(await allowed('request')).toBe(false)
})
