import { expect, onTestFinished, test } from 'vitest'
import { startDemoApi } from './start-demo-api.ts'

const limitBytes = 10 * 1024 * 1024

test('takes 10 MiB of content, and answers 413 to one byte more', async () => {
  const api = await startDemoApi()
  onTestFinished(() => api.close())
  const whole = await fetch(`${api.baseUrl}/echo`, { method: 'POST', body: new Uint8Array(limitBytes) })
  expect(whole.status).toBe(200)
  expect(await whole.json()).toMatchObject({ bodyBytes: limitBytes })
  const more = await fetch(`${api.baseUrl}/echo`, { method: 'POST', body: new Uint8Array(limitBytes + 1) })
  expect(more.status).toBe(413)
  expect(await more.json()).toMatchObject({ error: { code: 'content_too_large' } })
})
