import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { tabTo, watchPointer } from './support/by-keyboard.ts'
import { runParleyIn } from './support/running-parley.ts'
import { expect, expectAccessible, expectAccessibleInThemes, test } from './support/test.ts'

async function openAgents(page: Page) {
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await dialog.getByRole('tab', { name: 'Agents', exact: true }).click()
  return dialog
}

/** Starts what the copied set-up says, as an agent does, and shakes hands. */
async function startAgent(setup: string, home: string): Promise<ChildProcess> {
  const { command, args } = JSON.parse(setup).mcpServers.parley
  const agent = spawn(command, args, {
    env: { PARLEY_HOME: home, PARLEY_KEYCHAIN: 'off' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } }
  await ask(agent, { id: 1, method: 'initialize', params })
  return agent
}

/** Sends a message and waits for a line of the answer. */
async function ask(agent: ChildProcess, message: object): Promise<void> {
  if (agent.stdin === null || agent.stdout === null) throw new Error('The agent has no pipes')
  const answered = once(agent.stdout, 'data')
  agent.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  await answered
}

const call = (id: number, name: string, args: object) => ({
  id,
  method: 'tools/call',
  params: { name, arguments: args },
})

test('the copied set-up starts an agent, whose calls are listed as they are made', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const home = await mkdtemp(join(tmpdir(), 'parley-agents-'))
  const parley = await runParleyIn({ PARLEY_HOME: home })
  await page.goto(parley.address)
  const dialog = await openAgents(page)
  await expect(dialog.getByText('Nothing: no agent is running')).toBeVisible()
  await expect(dialog.getByText('No agent has made a call since Parley started.')).toBeVisible()
  await dialog.getByRole('radio', { name: 'Read only' }).click()
  await expect(dialog.locator('pre')).toContainText('"--read-only"')
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(dialog.getByRole('status')).toHaveText('Copied')
  await expectAccessibleInThemes(page)

  const setup = await page.evaluate(() => navigator.clipboard.readText())
  const agent = await startAgent(setup, home)
  const servers = dialog.getByRole('list', { name: 'What agents can use now' })
  await expect(servers).toContainText('of Bookshop API')
  await expect(servers).toContainText('sends GET, HEAD and OPTIONS only')
  await ask(agent, call(2, 'list_requests', { search: 'book' }))
  await ask(agent, call(3, 'send_request', { path: 'Bookshop API/Books/Add a book.yml' }))
  const rows = dialog.getByRole('region', { name: 'Last calls of agents' }).getByRole('row')
  await expect(rows.nth(2)).toContainText('“book”')
  await expect(rows.nth(1)).toContainText('Bookshop API/Books/Add a book.yml')
  await expect(rows.nth(1)).toContainText('Failed: READ_ONLY')
  await expectAccessibleInThemes(page)
  await page.setViewportSize({ width: 1024, height: 700 })
  await expectAccessibleInThemes(page)
  agent.kill('SIGKILL')
  await expect(dialog.getByText('Nothing: no agent is running')).toBeVisible()
  await expect(rows).toHaveCount(3)
  await parley.stop()
  await rm(home, { recursive: true, force: true })
})

test('the set-up is chosen and copied by keyboard alone', async ({ ownParleyPage: page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const pointerUses = await watchPointer(page)
  await page.keyboard.press('ControlOrMeta+,')
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await expect(dialog.getByRole('tab', { name: 'General' })).toBeFocused()
  for (let at = 0; at < 7; at += 1) await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('tab', { name: 'Agents' })).toBeFocused()
  await tabTo(page, dialog.getByRole('radio', { name: 'Send', exact: true }))
  await page.keyboard.press('ArrowRight')
  await expect(dialog.locator('pre')).toContainText('"--allow-write"')
  await tabTo(page, dialog.getByRole('button', { name: 'Copy', exact: true }))
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('status')).toHaveText('Copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('"mcp"')
  await page.emulateMedia({ forcedColors: 'active' })
  await expectAccessible(page)
  expect(await pointerUses(), 'uses of a pointer').toBe(0)
})
