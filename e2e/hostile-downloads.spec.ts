import { readFileSync } from 'node:fs'
import { newRequest, responsePane, responseStatus, sendButton, typeUrl } from './support/page-parts.ts'
import { serveBytes } from './support/serve-bytes.ts'
import { expect, test } from './support/test.ts'

/** Names that a server gives to what is downloaded. */
const names: Readonly<Record<string, string>> = {
  'a path upwards': 'filename="../../../.bashrc"',
  'an absolute path': 'filename="/etc/cron.d/evil"',
  'a path of Windows': 'filename="..\\\\..\\\\evil.exe"',
  'an encoded path': "filename*=UTF-8''..%2F..%2Fevil.sh",
  'a reversed ending': "filename*=UTF-8''report%E2%80%AEfdp.exe",
  'a zero byte': "filename*=UTF-8''a%00.html",
  'a line break': "filename*=UTF-8''a%0d%0aX-Evil:%20yes.txt",
  'a device': 'filename="CON.txt"',
  'a name without end': `filename="${'n'.repeat(5000)}.txt"`,
  'an inline page': 'inline; filename="page.html"',
}

test('a download has one harmless name and its bytes, whatever the server calls it (UI13)', async ({
  parleyPage: page,
}) => {
  await newRequest(page, 'http://127.0.0.1/')
  for (const [what, disposition] of Object.entries(names)) {
    const text = `<script>document.title = 'ran'</script> ${what}`
    const server = await serveBytes(
      `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Disposition: attachment; ${disposition}\r\nConnection: close\r\n\r\n${text}`,
    )
    await typeUrl(page, server.url)
    await sendButton(page).click()
    await expect(responseStatus(page)).toContainText('200 OK')
    await expect(responsePane(page)).toContainText(what)
    const downloading = page.waitForEvent('download')
    await responsePane(page).getByRole('button', { name: 'Download' }).first().click()
    const download = await downloading
    const name = download.suggestedFilename()
    expect(name, what).toMatch(/^(?!.*[/\\])[\p{L}\p{N}\p{P}\p{S} ]{1,255}$/u)
    expect(name, what).not.toMatch(/^(?:\.|con(?:\.|$))/i)
    expect(readFileSync(await download.path(), 'utf8'), what).toBe(text)
    server.close()
  }
  expect(await page.title()).not.toBe('ran')
})
