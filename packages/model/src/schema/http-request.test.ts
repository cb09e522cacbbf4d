import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { defaultStreamSettings, defaultWebSocketPart, newHttpRequest } from '../index.ts'
import { httpRequestSchema } from './index.ts'

describe('httpRequestSchema', () => {
  const request = newHttpRequest({ url: 'http://127.0.0.1/' })

  it('accepts a request as the page makes it', () => {
    expect(httpRequestSchema.parse(request)).toEqual(request)
  })

  it.each([
    ['a key that is no part of a request', { ...request, agent: {} }],
    ['a row without its tick', { ...request, headers: [{ name: 'A', value: 'b' }] }],
    [
      'a row with a key of its own',
      { ...request, params: [{ name: 'a', value: 'b', enabled: true, id: 1 }] },
    ],
    ['an unknown body', { ...request, body: { type: 'raw', language: 'cobol', text: '' } }],
    ['an authorization with the fields of another', { ...request, auth: { type: 'none', token: 'x' } }],
    ['a setting that is neither', { ...request, settings: { ...request.settings, timeoutMs: '5' } }],
    ['an optional key stated as undefined', { ...request, docs: undefined }],
    [
      'the parts of two kinds',
      { ...request, stream: defaultStreamSettings, webSocket: defaultWebSocketPart },
    ],
    ['a missing key', { kind: 'http' }],
    ['no object', null],
  ])('refuses %s', (_, value) => {
    expect(httpRequestSchema.safeParse(value).success).toBe(false)
  })

  it('drops no key, and copies none into __proto__', () => {
    const hostile: unknown = JSON.parse(
      JSON.stringify(request).replace('{', '{"__proto__": {"polluted": true},'),
    )
    const parsed = httpRequestSchema.safeParse(hostile)
    expect(parsed.success && Reflect.get(parsed.data, 'polluted')).toBeFalsy()
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })
})

describe('the package without /schema', () => {
  /** Imports an entry in a thread; resolves to whether that loaded zod. */
  async function loadsZod(entry: string): Promise<boolean> {
    const source = `
      import { registerHooks } from 'node:module'
      import { parentPort } from 'node:worker_threads'
      let loadsZod = false
      registerHooks({ resolve(specifier, context, next) {
        loadsZod ||= specifier === 'zod'
        return next(specifier, context)
      } })
      await import(${JSON.stringify(new URL(entry, import.meta.url).href)})
      parentPort.postMessage(loadsZod)`
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`))
    const [answer] = await once(worker, 'message')
    await worker.terminate()
    return answer
  }

  it('loads no zod', async () => {
    expect(await loadsZod('../index.ts')).toBe(false)
    expect(await loadsZod('./index.ts')).toBe(true)
  })
})
