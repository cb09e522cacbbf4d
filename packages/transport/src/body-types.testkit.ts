import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HttpBody } from '@parley/model'
import { expect, test } from 'vitest'
import { startEngine } from './send-through-engine.testkit.ts'

const megabyte = 1024 * 1024

/** Defines the test of a form with a file of this size. */
export function testLargeFile(megabytes: number): void {
  test('a large file of a form is sent in bounded memory', { timeout: 60_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-large-file-'))
    const filePath = join(folder, 'large.bin')
    writeFileSync(filePath, '')
    truncateSync(filePath, megabytes * megabyte)
    let receivedBytes = 0
    let grownBytes = 0
    const rssAtStart = process.memoryUsage.rss()
    const server = createServer((request, response) => {
      request.on('data', (bytes: Buffer) => {
        receivedBytes += bytes.byteLength
        grownBytes = Math.max(grownBytes, process.memoryUsage.rss() - rssAtStart)
      })
      request.on('end', () => response.end())
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const parts = [{ kind: 'file', name: 'f', filePaths: [filePath], enabled: true }] as const
    const body: HttpBody = { type: 'multipart', parts }
    const engine = startEngine()
    try {
      const { request } = await engine.exchange({ method: 'POST', url: `http://127.0.0.1:${port}`, body })
      expect(receivedBytes).toBe(request.contentBytes)
      expect(receivedBytes).toBeGreaterThan(megabytes * megabyte)
      expect(grownBytes).toBeLessThan(100 * megabyte)
    } finally {
      engine.close()
      await new Promise(resolve => server.close(resolve))
      rmSync(folder, { recursive: true })
    }
  })
}
