import { row } from '@parley/model'
import type { EditedVariable, OpenedVariables, ReadVariables } from '@parley/server/contract'
import { describe, expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { createTestWindow } from '../../window/window-context.testkit.ts'
import { createDocumentServices } from '../documents/document-services.ts'
import type { OpenTabs } from '../documents/document-tabs.ts'
import { variableKind, withAllowedToScripts, withSecret } from '../variables/variable-kind.ts'
import { isUnsaved, isVariablesTab, tabName } from './request-tab.ts'
import { createVariableTabs, type VariableCalls } from './variable-tabs.ts'
import { variablesAlone } from './variables-tab.ts'

const item = (name: string, value: string): EditedVariable =>
  variableKind.withText(variableKind.withText(variableKind.blank, 'key', name), 'value', value)

const place = { kind: 'environment', id: 'e1' } as const
const staging = { id: 'e1', name: 'Staging', collection: null, problem: null }

/** A server with one environment in memory. */
function setUp(patch: Partial<VariableCalls['variables']> = {}) {
  const disk: { opened: OpenedVariables } = {
    opened: { ...variablesAlone([item('a', '1')]), version: 'v1', file: null },
  }
  const log: string[] = []
  const workbench: OpenTabs = createStore(() => ({ tabs: [], activeTabId: null }))
  const window = createTestWindow({ describeError: () => 'No server.' })
  const services = createDocumentServices(workbench, window)
  const calls: VariableCalls = {
    variables: {
      open: async () => ({ state: 'opened', ...disk.opened }),
      async save({ variables, headers = [], baseVersion }) {
        if (baseVersion !== disk.opened.version) return { state: 'changed', theirs: disk.opened }
        disk.opened = { variables, headers, version: `${baseVersion}+`, file: null }
        return { state: 'saved', version: `${baseVersion}+` }
      },
      async setScriptAccess({ secrets, isAllowed }) {
        log.push(`${isAllowed ? 'allow' : 'withhold'} ${secrets.map(({ name }) => name).join()}`)
        const { variables, headers, version } = disk.opened
        const decided = variables.map(one =>
          secrets.some(({ name }) => name === one.variable.name) ? withAllowedToScripts(one, isAllowed) : one,
        )
        disk.opened = { variables: decided, headers, version: `${version}!`, file: null }
        return { state: 'done' }
      },
      ...patch,
    },
    environments: {
      async create({ name, variables }) {
        log.push(`create ${name}`)
        disk.opened = { ...variablesAlone(variables), version: 'new', file: null }
        return { state: 'created', id: 'e2' }
      },
    },
  }
  const closeWithoutAsking = (tabId: string) =>
    workbench.setState({ tabs: workbench.getState().tabs.filter(({ id }) => id !== tabId) })
  const tabs = createVariableTabs({ store: workbench, closeWithoutAsking }, services, calls)
  tabs.receive({ environments: [staging], activeId: 'e1' })
  const tab = () => {
    const found = workbench.getState().tabs.filter(isVariablesTab)[0]
    if (found === undefined) throw new Error('No tab')
    return found
  }
  const opened = async () => {
    tabs.open(place)
    await expect.poll(() => tab().state).toBe('open')
  }
  return { tabs, tab, opened, disk, log, workbench }
}

test('a tab opens once for a place, is edited and saved', async () => {
  const { tabs, tab, opened, disk, workbench } = setUp()
  await opened()
  tabs.open(place, 'a')
  expect(workbench.getState().tabs).toHaveLength(1)
  expect([tabName(tab()), tab().wanted]).toEqual(['Staging', { name: 'a' }])
  tabs.editVariables(tab().id, [item('a', '2')])
  expect(isUnsaved(tab())).toBe(true)
  expect(await tabs.save(tab().id)).toBe(true)
  expect([isUnsaved(tab()), tab().version, disk.opened.variables]).toEqual([false, 'v1+', [item('a', '2')]])
})

test('the default headers of the workspace are edited and saved with its variables', async () => {
  const { tabs, tab, disk } = setUp()
  tabs.open({ kind: 'workspace' })
  await expect.poll(() => tab().state).toBe('open')
  const headers = [row('X-Team', 'books')]
  tabs.edit(tab().id, { ...tab().draft, headers })
  tabs.chooseSection(tab().id, 'headers')
  expect([isUnsaved(tab()), tab().section]).toEqual([true, 'headers'])
  tabs.editVariables(tab().id, [item('a', '2')])
  expect(await tabs.save(tab().id)).toBe(true)
  expect(disk.opened).toMatchObject({ variables: [item('a', '2')], headers })
  disk.opened = { ...disk.opened, headers: [row('X-Team', 'theirs')], version: 'v2' }
  tabs.receive({ environments: [staging], activeId: 'e1' })
  await expect.poll(() => tab().draft.headers).toEqual([row('X-Team', 'theirs')])
  tabs.open({ kind: 'workspace' }, 'a')
  expect(tab().section).toBe('variables')
})

test('the tab of all environments side by side reads nothing, and saves those with changes', async () => {
  const { tabs, tab, opened, disk, workbench } = setUp()
  await opened()
  tabs.editVariables(tab().id, [item('a', '2')])
  tabs.open({ kind: 'sideBySide' })
  const sideBySide = workbench.getState().tabs.filter(isVariablesTab)[1]
  if (sideBySide === undefined) throw new Error('No tab')
  expect([tabName(sideBySide), sideBySide.state, isUnsaved(sideBySide)]).toEqual([
    'Side by side',
    'open',
    false,
  ])
  await tabs.reread(sideBySide.id)
  expect(await tabs.save(sideBySide.id)).toBe(true)
  expect([isUnsaved(tab()), disk.opened.variables]).toEqual([false, [item('a', '2')]])
})

test('a read that began before a save does not revert the save', async () => {
  let answer: (read: ReadVariables) => void = () => {}
  const old: ReadVariables = {
    state: 'opened',
    ...variablesAlone([item('a', '1')]),
    version: 'v1',
    file: null,
  }
  let reads = 0
  const { tabs, tab, opened } = setUp({
    open: () => (++reads === 1 ? Promise.resolve(old) : new Promise(resolve => (answer = resolve))),
  })
  await opened()
  tabs.editVariables(tab().id, [item('a', '2')])
  tabs.receive({ environments: [staging], activeId: 'e1' })
  const saving = tabs.save(tab().id)
  await expect.poll(() => reads).toBe(2)
  answer(old)
  await saving
  expect([tab().draft.variables, tab().version]).toEqual([[item('a', '2')], 'v1+'])
})

test('a tab whose environment was deleted closes, or keeps its changes and creates it again', async () => {
  const clean = setUp()
  await clean.opened()
  clean.tabs.receive({ environments: [], activeId: null })
  expect(clean.workbench.getState().tabs).toEqual([])
  const { tabs, tab, opened, log } = setUp()
  await opened()
  tabs.editVariables(tab().id, [item('a', '2')])
  tabs.receive({ environments: [], activeId: null })
  expect(tab().isGone).toBe(true)
  expect(await tabs.save(tab().id)).toBe(true)
  expect([log.at(-1), tab().place, tab().isGone, isUnsaved(tab()), tab().version]).toEqual([
    'create Staging',
    { kind: 'environment', id: 'e2' },
    false,
    false,
    'new',
  ])
})

test('variables that cannot be read say why, and are read again', async () => {
  let isBroken = true
  const { tabs, tab, disk } = setUp({
    open: async () => {
      if (isBroken) throw new Error('broken')
      return { state: 'opened', ...disk.opened }
    },
  })
  tabs.open(place)
  await expect.poll(() => tab().problem).toBe('No server.')
  isBroken = false
  await tabs.reread(tab().id)
  await expect.poll(() => [tab().problem, tab().draft.variables]).toEqual([null, [item('a', '1')]])
})

test('a variable opens the tab of its scope, with the focus on it', () => {
  const { tabs, tab, workbench } = setUp()
  expect(tabs.openVariable({ scope: 'environment', name: 'a' })).toBe(true)
  expect([tab().place, tab().wanted]).toEqual([place, { name: 'a' }])
  expect(tabs.openVariable({ scope: 'collection', name: 'a' })).toBe(false)
  expect(tabs.openVariable({ scope: 'session', name: 'a' })).toBe(true)
  expect(workbench.getState()).toMatchObject({
    tabs: [{}, { place: { kind: 'session' } }],
    activeTabId: 'id2',
  })
})

const secret = (name: string, isAllowed: boolean) =>
  withAllowedToScripts(withSecret(item(name, 's3cret'), true), isAllowed)

describe('what scripts may read of a secret', () => {
  test('changes at once, without a save, and by undo as well (behaviour 5.3.3)', async () => {
    const { tabs, tab, opened, disk, log } = setUp()
    disk.opened = { ...variablesAlone([secret('key', true), item('a', '1')]), version: 'v1', file: null }
    await opened()
    const typed = item('a', 'typed')
    tabs.editVariables(tab().id, [secret('key', true), typed])
    tabs.editVariables(tab().id, [secret('key', false), typed])
    await expect.poll(() => tab().version).toBe('v1!')
    expect(log).toEqual(['withhold key'])
    expect(tab().draft.variables).toEqual([secret('key', false), typed])
    tabs.editVariables(tab().id, [secret('key', true), typed])
    await expect.poll(() => tab().version).toBe('v1!!')
    expect(log).toEqual(['withhold key', 'allow key'])
    tabs.receive({ environments: [staging], activeId: 'e1' })
    expect(await tabs.save(tab().id)).toBe(true)
    expect(disk.opened.variables).toEqual([secret('key', true), typed])
  })

  test('waits for the save only where the secret itself does', async () => {
    const { tabs, tab, opened, log } = setUp()
    await opened()
    tabs.editVariables(tab().id, [item('a', '1'), secret('new', false)])
    tabs.editVariables(tab().id, [item('a', '1'), secret('new', true)])
    expect(await tabs.save(tab().id)).toBe(true)
    expect(log).toEqual([])
  })

  test('is not shown as changed where the server could not change it, and the tab says why', async () => {
    const { tabs, tab, opened, disk } = setUp({
      setScriptAccess: async () => ({
        state: 'failed',
        code: 'LOCKED',
        sentence: 'It is locked.',
        nextStep: 'Unlock it.',
      }),
    })
    disk.opened = { ...variablesAlone([secret('key', true)]), version: 'v1', file: null }
    await opened()
    tabs.editVariables(tab().id, [secret('key', false)])
    await expect.poll(() => tab().problem).toBe('It is locked. Unlock it.')
    expect(tab().draft.variables).toEqual([secret('key', true)])
  })
})
