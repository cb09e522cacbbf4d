import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { atNightUnless } from './support/at-night.ts'
import { findSharedWorker } from './support/browser-processes.ts'
import { responsePane } from './support/page-parts.ts'
import {
  type Event,
  expectChangesShown,
  expectHeld,
  expectSendsWork,
  isAlive,
  kill,
  openAddress,
  openWindows,
  sendHeld,
  test,
  testEvent,
  workerKilled,
} from './support/rooms/windows.ts'
import { runParleyIn } from './support/running-parley.ts'
import { nothingSent, serverStopped } from './support/sentences.ts'
import { expect } from './support/test.ts'

const windowCount = 30

test(`${windowCount} windows work at once, and continue when the worker’s process is killed and the server restarted (UI9, LS11)`, async ({
  ownBrowser,
  ownContext,
  running,
  target,
  home,
}) => {
  test.setTimeout(600_000)
  const pages = await openWindows(ownContext, running.address, windowCount)
  const some = [pages[1], pages[windowCount / 2], pages[windowCount - 1]].filter(page => page !== undefined)
  const [one] = some
  if (one === undefined) throw new Error('No windows')
  await expectChangesShown(pages, home, 'First')
  for (const [index, page] of some.entries()) await sendHeld(page, target, `${index}`)
  for (const page of some.slice(1)) {
    await page.bringToFront()
    await responsePane(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(responsePane(page).getByText(nothingSent)).toBeVisible()
  }
  const worker = await findSharedWorker(ownBrowser)
  await kill(worker)
  const left: Page[] = []
  for (const page of pages) if (await isAlive(page)) left.push(page)
  await expectChangesShown(left, home, 'Second')
  await expectHeld(one, target, '0')
  await expectSendsWork(some, target, 'after-kill')

  await running.kill()
  await expect(one.getByText(serverStopped)).toBeVisible()
  const restarted = await runParleyIn({ PARLEY_HOME: home }, '--port', new URL(running.origin).port)
  await openAddress(left, restarted.address)
  await expectChangesShown(left, home, 'Third')
  await expectSendsWork(some, target, 'after-restart')
  await restarted.stop()
})

/** What happens to windows, beside the killed process of `core`. */
const events: readonly Event[] = [
  workerKilled,
  { name: 'the first window is closed', keepsFirst: false, happen: first => first.close() },
  {
    name: 'the worker is terminated',
    keepsFirst: true,
    happen: (_, worker) => worker.terminate(),
  },
  {
    name: 'the process of the worker is suspended and continues',
    keepsFirst: true,
    happen: async (_, worker) => process.kill(worker.processId, 'SIGSTOP'),
    end: async (_, worker) => process.kill(worker.processId, 'SIGCONT'),
  },
  {
    name: 'the first window crashes',
    keepsFirst: false,
    happen: async first => {
      const crashed = first.waitForEvent('crash')
      await first.goto('chrome://crash').catch(() => undefined)
      await crashed
    },
  },
  {
    name: 'the browser deletes what it stored for the page, and another window is opened',
    keepsFirst: true,
    happen: async (first, _, address) => {
      const session = await first.context().newCDPSession(first)
      const origin = new URL(first.url()).origin
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
      await openWindows(first.context(), address, 1)
    },
  },
  { name: 'the first window is loaded again', keepsFirst: true, happen: first => first.reload() },
]

const chosen = ['the first window is closed', 'the worker is terminated']

for (const event of events) testEvent(event, 3, chosen.includes(event.name))

test('a workspace that one window opens is shown by all of them, which continue', async ({
  context,
  running,
  target,
  home,
}) => {
  const pages = await openWindows(context, running.address, 3)
  const folder = join(home, 'Cinema')
  await mkdir(join(folder, 'Films'), { recursive: true })
  await writeFile(
    join(folder, 'Films', 'opencollection.yml'),
    'opencollection: 1.0.0\ninfo:\n  name: Films\n',
  )
  const [page] = pages
  await page?.getByRole('button', { name: 'Workspace: Bookshop', exact: true }).click()
  await page?.getByRole('menuitem', { name: 'Open workspace' }).click()
  await page?.getByRole('textbox', { name: 'Folder' }).fill(folder)
  await page?.keyboard.press('Enter')
  for (const one of pages) await expect(one.getByRole('treeitem', { name: 'Films' })).toBeVisible()
  for (const one of pages) await one.getByRole('button', { name: 'New request', exact: true }).click()
  for (const one of pages) await one.getByRole('menuitem', { name: 'HTTP' }).click()
  await expectSendsWork(pages, target, 'elsewhere')
})

/** Features that some webviews lack. */
for (const missing of ['SharedWorker', 'locks'])
  test(`a browser without ${missing} gives each window its own stream${atNightUnless(missing === 'SharedWorker')}`, async ({
    context,
    running,
    target,
    home,
  }) => {
    await context.addInitScript(name => {
      Reflect.deleteProperty(name === 'locks' ? Navigator.prototype : window, name)
    }, missing)
    const pages = await openWindows(context, running.address, 2)
    await expectChangesShown(pages, home, 'Alone')
    await expectSendsWork(pages, target, 'alone')
    await pages[0]?.reload()
    await expect(responsePane(pages[0] as Page)).toContainText('for /alone-0')
  })
