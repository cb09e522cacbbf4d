import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { shownName } from '../packages/model/src/text/reveal-invisible.ts'
import { atNightUnless } from './support/at-night.ts'
import { hostileNames, writeHostileWorkspace } from './support/hostile-workspace.ts'
import { responsePane, sendButton } from './support/page-parts.ts'
import { runParleyIn } from './support/running-parley.ts'
import { searchOrRun } from './support/sentences.ts'
import { serveBytes } from './support/serve-bytes.ts'
import { expect, test } from './support/test.ts'

const strip = (page: Page) => page.getByRole('tablist', { name: 'Open requests' })
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).last()
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Sidebar' })
const collection = (page: Page) => page.getByRole('treeitem').first()
const request = (page: Page) => page.getByRole('treeitem').last()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function openMenu(page: Page, item: Locator, name: string): Promise<void> {
  await item.click({ button: 'right' })
  await page.getByRole('menuitem', { name, exact: true }).click()
}

async function section(page: Page, name: string): Promise<void> {
  const tab = page
    .getByRole('tablist', { name: 'Request', exact: true })
    .getByRole('tab', { name: new RegExp(`^${name}`) })
  await tab.click()
}

async function responseTab(page: Page, name: string): Promise<void> {
  const tabs = page.getByRole('tablist', { name: 'Response', exact: true })
  await tabs.getByRole('tab', { name: new RegExp(`^${name}`) }).click()
}

async function leave(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0)
}

/** Every place of the page that shows an untrusted name: how to open it, and what shows the name. */
const places: Readonly<Record<string, (page: Page) => Promise<Locator | null>>> = {
  workspace: async page => page.getByRole('button', { name: /^Workspace: / }),
  collection: async page => collection(page),
  folder: async page => page.getByRole('treeitem').nth(1),
  request: async page => {
    // The first request of a workspace is open from the start.
    await request(page).dblclick()
    await expect(strip(page).getByRole('tab')).toHaveCount(2)
    return strip(page).getByRole('tab').last()
  },
  'path to a request': async page => page.locator('main'),
  params: async page => {
    await section(page, 'Params')
    return null
  },
  headers: async page => {
    await section(page, 'Headers')
    return null
  },
  cookies: async page => {
    await section(page, 'Cookies')
    return null
  },
  'fields and files of a body': async page => {
    await section(page, 'Body')
    return null
  },
  authorization: async page => {
    await section(page, 'Authorization')
    return null
  },
  'results of tests': async page => {
    await sendButton(page).click()
    await responseTab(page, 'Test')
    return responsePane(page)
  },
  'generated code': async page => {
    await button(page, 'Generate Code').click()
    await expect(dialog(page)).toBeVisible()
    return null
  },
  'run history': async page => {
    await leave(page)
    await button(page, 'Run history').click()
    await expect(dialog(page)).toBeVisible()
    return null
  },
  history: async page => {
    await leave(page)
    await sidebar(page).getByRole('tab', { name: 'History' }).click()
    return null
  },
  environments: async page => {
    await sidebar(page).getByRole('tab', { name: 'Environments' }).click()
    return sidebar(page)
  },
  'variables of an environment': async page => {
    await sidebar(page).getByRole('button').filter({ hasText: /./ }).last().click()
    return null
  },
  'list of environments': async page => {
    await page.getByRole('button', { name: /^Environment: / }).click()
    return page.getByRole('menu').or(page.getByRole('listbox')).or(page.getByRole('dialog')).last()
  },
  'page of a collection': async page => {
    await page.keyboard.press('Escape')
    await sidebar(page).getByRole('tab', { name: 'Collections' }).click()
    await collection(page).dblclick()
    return page.locator('main')
  },
  palette: async page => {
    await button(page, searchOrRun).click()
    return dialog(page)
  },
  run: async page => {
    await leave(page)
    await openMenu(page, collection(page), 'Run')
    await expect(button(page, 'Run')).toBeEnabled()
    return page.locator('main')
  },
  'results of a run': async page => {
    await button(page, 'Run').click()
    await expect(button(page, 'Run again')).toBeEnabled()
    await page.getByRole('listbox', { name: 'Requests of the run' }).getByRole('option').first().click()
    return page.locator('main')
  },
  export: async page => {
    await openMenu(page, collection(page), 'Export')
    await expect(dialog(page)).toBeVisible()
    return null
  },
  'question before a delete': async page => {
    await leave(page)
    await openMenu(page, request(page), 'Delete')
    return dialog(page)
  },
  'recently deleted': async page => {
    await dialog(page).getByRole('button', { name: 'Delete' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('Recently deleted')
    await page.keyboard.press('Enter')
    return dialog(page)
  },
  'all tabs': async page => {
    await leave(page)
    await button(page, 'All tabs').click()
    return page.getByRole('dialog').or(page.getByRole('menu')).or(page.getByRole('listbox')).last()
  },
  'destination of a save': async page => {
    await page.keyboard.press('Escape')
    await page.keyboard.press('Alt+t')
    await page.keyboard.press('ControlOrMeta+s')
    return dialog(page)
  },
}

/** Finds text outside of editors that reorders the surrounding text, or is markup. */
function faultsIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const reordering = /[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/
    const faults = [...document.querySelectorAll('img[src="x"], script:not([src])')].map(one => one.outerHTML)
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const parent = node.parentElement
      const text = node.nodeValue ?? ''
      if (parent === null || !reordering.test(text) || parent.closest('[contenteditable]') !== null) continue
      faults.push(`${JSON.stringify(text)} in ${parent.outerHTML.slice(0, 100)}`)
    }
    if (document.documentElement.scrollWidth > innerWidth) faults.push('the page is wider than its window')
    return faults
  })
}

/** What is read as something else, and what reorders what stands beside it. */
const chosen = ['markup', 'turned around']

for (const [kind, name] of Object.entries(hostileNames))
  test(`no place is harmed by ${kind} in a name (UI2, UI7)${atNightUnless(chosen.includes(kind))}`, async ({
    page,
  }) => {
    test.setTimeout(300_000)
    const home = await mkdtemp(join(tmpdir(), 'parley-names-'))
    const server = await serveBytes('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}')
    await writeHostileWorkspace(join(home, 'workspace'), name, server.url)
    const parley = await runParleyIn(
      { PARLEY_HOME: join(home, 'data') },
      '--workspace',
      join(home, 'workspace'),
    )
    try {
      page.on('dialog', one => {
        throw new Error(`A dialog opened: ${one.message()}`)
      })
      await page.goto(parley.address)
      await expect(collection(page)).toBeVisible()
      const beginning = shownName(name).slice(0, 40)
      for (const [place, show] of Object.entries(places)) {
        const shown = await show(page)
        if (shown !== null) await expect(shown, place).toContainText(beginning)
        expect(await faultsIn(page), place).toEqual([])
      }
    } finally {
      server.close()
      await parley.stop()
      await rm(home, { recursive: true, force: true })
    }
  })
