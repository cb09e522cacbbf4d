import type { Page } from '@playwright/test'
import { demoAddress, newRequest, responsePane, responseStatus } from '../page-parts.ts'
import { expect } from '../test.ts'

interface EchoedRequest {
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  readonly bodyText: string
  readonly bodyBase64: string
}

/** Opens a POST to the echo endpoint of the demo API, with its Body tab. */
export async function openEcho(page: Page, type: string): Promise<void> {
  await newRequest(page, `${await demoAddress(page)}/echo`)
  await page.getByRole('button', { name: 'Method' }).click()
  await page.getByRole('option', { name: 'POST', exact: true }).click()
  await page
    .getByRole('tablist', { name: 'Request', exact: true })
    .getByRole('tab', { name: 'Body', exact: true })
    .click()
  await page.getByRole('radiogroup', { name: 'Body type' }).getByRole('radio', { name: type }).click()
}

/** Sends for the first time, and returns what the echo received. */
export async function sendAndRead(page: Page): Promise<EchoedRequest> {
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(responseStatus(page)).toContainText('200 OK')
  const downloading = page.waitForEvent('download')
  await responsePane(page).getByRole('button', { name: 'Download' }).first().click()
  const chunks: Buffer[] = []
  for await (const chunk of await (await downloading).createReadStream()) chunks.push(Buffer.from(chunk))
  return JSON.parse(Buffer.concat(chunks).toString())
}

export function field(request: EchoedRequest, name: string): string | undefined {
  return request.headers.find(header => header.name.toLowerCase() === name)?.value
}
