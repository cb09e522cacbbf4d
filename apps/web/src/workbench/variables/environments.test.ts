import { expect, it } from 'vitest'
import type { ServerClient } from '../../server-client/server-client.ts'
import { createTestWindow } from '../../window/window-context.testkit.ts'
import { createEnvironments } from './environments.ts'

function environmentsWith(activated: (string | null)[]) {
  let created = 0
  const calls: Pick<ServerClient['environments'], 'create' | 'activate'> = {
    create: async () => {
      created += 1
      return { state: 'created', id: `e${created}` }
    },
    activate: async ({ id }) => {
      activated.push(id)
      return { state: 'done' }
    },
  }
  const session = { names: () => [], clear: () => {} }
  return createEnvironments(
    calls as ServerClient['environments'],
    { count: async () => ({}) },
    { ...createTestWindow(), describeError: String },
    session,
  )
}

it('makes a new environment active if none is, however it is created', async () => {
  const activated: (string | null)[] = []
  const environments = environmentsWith(activated)
  expect(await environments.create()).toBe('e1')
  expect(environments.store.getState()).toMatchObject({ activeId: 'e1', renamingId: 'e1', newId: 'e1' })
  expect(await environments.create()).toBe('e2')
  expect(environments.store.getState()).toMatchObject({ activeId: 'e1', newId: 'e2' })
  expect(activated).toEqual(['e1'])
})
