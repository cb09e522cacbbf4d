import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createSecureServer } from 'node:http2'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAuthority } from '@parley/testkit'
import type { Page } from '@playwright/test'
import { newWindow } from './support/browser-windows.ts'
import { newRequest, openRequest, responsePane, responseStatus, sendButton } from './support/page-parts.ts'
import { runParleyIn } from './support/running-parley.ts'
import { awaiting } from './support/sentences.ts'
import { serveBytes } from './support/serve-bytes.ts'
import { expect, expectAccessible, test } from './support/test.ts'

const chooseTab = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'Response' }).getByRole('tab', { name, exact: true }).click()

const portOf = (server: { address(): unknown }): number => {
  const address = server.address()
  return typeof address === 'object' && address !== null ? Number(Reflect.get(address, 'port')) : 0
}

test('the timeline shows HTTP/2, the TLS version, the cipher and the chain of certificates', async ({
  page,
}) => {
  const authority = createAuthority()
  const identity = authority.issue({
    usage: 'server',
    name: 'localhost',
    dnsNames: ['localhost'],
    ipv4Addresses: ['127.0.0.1'],
  })
  const server = createSecureServer({ cert: identity.certificatePem, key: identity.privateKeyPem })
  server.on('request', (_request, response) => response.end('over http2'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const folder = await mkdtemp(join(tmpdir(), 'parley-authority-'))
  const authorityFile = join(folder, 'authority.pem')
  await writeFile(authorityFile, authority.certificatePem)
  const parley = await runParleyIn({ NODE_EXTRA_CA_CERTS: authorityFile })

  await page.goto(parley.address)
  await newRequest(page, `https://127.0.0.1:${portOf(server)}/`)
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200')
  await expect(responseStatus(page)).toContainText('HTTP/2')
  await chooseTab(page, 'Timeline')
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await expect(timeline).toContainText('TLSv1.3')
  await expect(timeline).toContainText(/TLS_(AES|CHACHA20)_\w+/)
  await expect(timeline.getByRole('heading', { name: /certificates?$/ })).toBeVisible()
  await expect(timeline.getByRole('definition').filter({ hasText: 'localhost' }).first()).toBeVisible()
  await expect(page.getByRole('list', { name: 'Phases' })).toContainText(/TLS handshake\d/)
  await expectAccessible(page)

  await parley.stop()
  server.close()
  await rm(folder, { recursive: true })
})

test('trailers are listed after the headers', async ({ parleyPage: page }) => {
  const server = await serveBytes(
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n2\r\nok\r\n0\r\nX-Sum: 42\r\n\r\n',
  )
  await newRequest(page, server.url)
  await sendButton(page).click()
  await chooseTab(page, 'Headers')
  const headers = page.getByRole('region', { name: 'Response headers' })
  await expect(headers.getByRole('heading', { name: /^Trailers/ })).toBeVisible()
  await expect(headers.getByRole('term').last()).toHaveText('X-Sum')
  await expect(headers.getByRole('definition').last()).toHaveText('42')
  await expectAccessible(page)
  server.close()
})

/** Drops a file on an element. */
async function drop(page: Page, target: ReturnType<Page['locator']>, name: string, text: string) {
  const transfer = await page.evaluateHandle(
    file => {
      const held = new DataTransfer()
      held.items.add(new File([file.text], file.name))
      return held
    },
    { name, text },
  )
  await target.dispatchEvent('dragover', { dataTransfer: transfer })
  await target.dispatchEvent('drop', { dataTransfer: transfer })
}

async function openBody(page: Page, type: string): Promise<void> {
  await page
    .getByRole('tablist', { name: 'Request', exact: true })
    .getByRole('tab', { name: 'Body', exact: true })
    .click()
  await page.getByRole('radiogroup', { name: 'Body type' }).getByRole('radio', { name: type }).click()
}

test('the upload progress shows while the server reads slowly', async ({ parleyPage: page }) => {
  let connection: Socket | null = null
  const server = createServer(socket => {
    socket.on('error', () => {})
    connection = socket.pause()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  await newRequest(page, `http://127.0.0.1:${portOf(server)}/`)
  await openBody(page, 'Binary')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Select file' }).click(),
  ])
  await chooser.setFiles({ name: 'large.bin', mimeType: '', buffer: Buffer.alloc(30_000_000) })
  await expect(page.getByText('large.bin')).toBeVisible()
  await sendButton(page).click()
  await expect(responsePane(page).getByText(awaiting)).toBeVisible()
  await expect(responsePane(page)).toContainText(/[\d.]+ [KM]B of [\d.]+ MB sent/)
  await expect.poll(() => connection !== null).toBe(true)
  const held = connection as Socket | null
  let received = 0
  held?.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (received > 30_000_000) held.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
  })
  held?.resume()
  await expect(responseStatus(page)).toContainText('200 OK')
  server.close()
})

test('a file is dropped on Binary, and on a row of Form-data', async ({ parleyPage: page }) => {
  await openRequest(page, 'Echo')
  await openBody(page, 'Binary')
  await drop(page, page.getByText('Drop a file here, or'), 'first.txt', 'dropped on Binary')
  await expect(page.getByText('first.txt')).toBeVisible()
  await sendButton(page).click()
  await expect(responsePane(page)).toContainText('"dropped on Binary"')

  await openBody(page, 'Form-data')
  const form = page.getByRole('grid', { name: 'Form-data' })
  await form.getByRole('textbox', { name: 'Key' }).first().fill('cover')
  await form.getByRole('button', { name: 'Kind' }).first().click()
  await page.getByRole('menuitem', { name: 'File' }).click()
  await drop(page, form.getByRole('textbox', { name: 'Key' }).first(), 'cover.png', 'dropped on a row')
  await expect(form).toContainText('cover.png')
  await expect(form.getByRole('button', { name: 'Kind' }).first()).toHaveAccessibleDescription('File')
  await expect(form.getByRole('textbox', { name: 'Key' }).first()).toHaveValue('cover')
  await expect(form.getByRole('textbox', { name: 'Key' })).toHaveCount(2)
  await sendButton(page).click()
  await expect(responsePane(page)).toContainText('dropped on a row')
  await expect(responsePane(page)).toContainText('name=\\"cover\\"; filename=\\"cover.png\\"')
})

/** A short film, recorded by the browser itself. */
async function makeFilm(page: Page): Promise<Buffer> {
  const text = await page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 64
    const paint = canvas.getContext('2d')
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm' })
    const parts: Blob[] = []
    recorder.ondataavailable = event => parts.push(event.data)
    const ended = new Promise(resolve => {
      recorder.onstop = resolve
    })
    recorder.start()
    for (let frame = 0; frame < 12; frame += 1) {
      paint?.fillRect(frame, frame, 8, 8)
      await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 40)))
    }
    recorder.stop()
    await ended
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
    return Array.from(bytes, byte => String.fromCharCode(byte)).join('')
  })
  return Buffer.from(text, 'latin1')
}

test('a film is shown in its own size', async ({ parleyPage: page, context }) => {
  const blank = await newWindow(context)
  const film = await makeFilm(blank)
  await blank.close()
  const server = await serveBytes(
    Buffer.concat([
      Buffer.from(`HTTP/1.1 200 OK\r\nContent-Type: video/webm\r\nContent-Length: ${film.length}\r\n\r\n`),
      film,
    ]),
  )
  await newRequest(page, server.url)
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
  await responsePane(page).getByRole('radio', { name: 'Preview' }).click()
  const video = responsePane(page).locator('video[aria-label="Preview of the response"]')
  await expect
    .poll(() => video.evaluate(element => (element instanceof HTMLVideoElement ? element.videoWidth : 0)))
    .toBe(64)
  server.close()
})
