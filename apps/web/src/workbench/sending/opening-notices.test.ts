import type { OverriddenVariable } from '@parley/server/contract'
import { expect, test } from 'vitest'
import { createTestWindow } from '../../window/window-context.testkit.ts'
import { showOverridden } from './opening-notices.ts'

const host = { name: 'host', collection: 'Shop', environments: ['Dev', 'Prod', 'Prod'] }

function openWindow(first: readonly OverriddenVariable[]) {
  let overridden = first
  let acknowledged = 0
  const window = createTestWindow()
  const calls = {
    overridden: async () => overridden,
    acknowledgeOverridden: async () => {
      acknowledged += 1
      overridden = []
      return { state: 'done' } as const
    },
  }
  return {
    show: () => showOverridden(calls, window.toasts),
    shown: () => window.toasts.store.getState().toasts,
    acknowledged: () => acknowledged,
    open(next: readonly OverriddenVariable[]) {
      overridden = next
    },
  }
}

test('the variables are named with their collection and environments, until the user knows', async () => {
  const { show, shown, acknowledged } = openWindow([host])
  await show()
  expect(shown()).toMatchObject([
    { title: 'Environments win over collections', lines: ['host of Shop, also in Dev, Prod'] },
  ])
  shown()[0]?.onDismissed?.()
  expect(acknowledged()).toBe(1)
  await show()
  expect(shown()).toEqual([])
})

test('nothing is said where it makes no difference, and another workspace has its own notice', async () => {
  const { show, shown, open } = openWindow([])
  await show()
  expect(shown()).toEqual([])
  open([host])
  await show()
  expect(shown()).toHaveLength(1)
  open([])
  await show()
  expect(shown()).toEqual([])
})
