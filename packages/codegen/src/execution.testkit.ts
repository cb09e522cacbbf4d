import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RequestContext } from '@parley/engine'
import { type HttpRequest, newHttpRequest } from '@parley/model'
import type { RecordedRequest, Sink } from '@parley/testkit'
import { needs } from '@parley/testkit/needs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CodeCase, codeFiles } from './cases.testkit.ts'
import type { Toolchain } from './code-toolchain.testkit.ts'
import { noContext, preparedStandalone, targetOf } from './prepare-code.testkit.ts'
import { printCode } from './print-code.ts'
import { comparable, sendByEngine, startWire } from './wire.testkit.ts'

/** The texts contain `{{kept}}`, which must not be a variable here. */
const context: RequestContext = {
  ...noContext,
  liveScopes: [{ name: 'send', values: new Map([['kept', { text: '{{kept}}', isLiteral: true }]]) }],
}

function writeFiles(place: string): void {
  for (const [name, bytes] of Object.entries(codeFiles)) writeFileSync(join(place, name), bytes)
}

function requestOf({ path, request, auth = { type: 'none' } }: CodeCase, address: string): HttpRequest {
  return newHttpRequest({ auth, ...request, url: address + path })
}

function inFolder(request: HttpRequest, folder: string): HttpRequest {
  const { body } = request
  const place = (filePath: string) => join(folder, filePath)
  if (body.type === 'file')
    return {
      ...request,
      body: { ...body, files: body.files.map(file => ({ ...file, filePath: place(file.filePath) })) },
    }
  if (body.type === 'graphql' && body.uploads !== undefined) {
    const uploads = body.uploads.map(file => ({ ...file, filePath: place(file.filePath) }))
    return { ...request, body: { ...body, uploads } }
  }
  if (body.type !== 'multipart') return request
  const parts = body.parts.map(one =>
    one.kind === 'file' ? { ...one, filePaths: one.filePaths.map(place) } : one,
  )
  return { ...request, body: { ...body, parts } }
}

/**
 * Runs generated code, and compares what arrives with what Parley sends (attacks UI8).
 * @param chosen - entries of `codeCases`; a library's cases leave out what it cannot send, as its code says
 */
export async function testExecution(
  toolchains: readonly Toolchain[],
  chosen: readonly (readonly [string, CodeCase])[],
): Promise<void> {
  let sink: Sink
  let folder: string
  const ours = new Map<string, RecordedRequest>()

  beforeAll(async () => {
    sink = await startWire()
    folder = mkdtempSync(join(tmpdir(), 'parley-code-'))
    writeFiles(folder)
    for (const [name, one] of chosen) {
      const outcome = await sendByEngine(inFolder(requestOf(one, sink.url), folder), context)
      if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure))
      const sent = sink.requests.at(-1)
      if (sent === undefined) throw new Error('Nothing arrived')
      ours.set(name, sent)
    }
  })

  afterAll(async () => {
    await sink.close()
    rmSync(folder, { recursive: true })
  })

  for (const toolchain of toolchains) {
    const isPresent = await toolchain.isPresent()
    const target = targetOf(toolchain.targetId)
    const { language, library } = target
    describe(
      `${language} ${library}`,
      needs(isPresent, `${language} ${library} (npm run nightly -- toolchains)`),
      () => {
        const suited = chosen.filter(([, one]) => !one.except?.includes(target.id))
        const codes = new Map<string, string>()
        const theirs = new Map<string, RecordedRequest>()
        const written = new Map<string, ReadonlySet<string>>()
        let complaint = ''
        let left: readonly string[] = []

        // Starts the language once for all of its code; each request is identified by the beginning of its path.
        beforeAll(async () => {
          const place = mkdtempSync(join(tmpdir(), 'parley-code-'))
          try {
            writeFiles(place)
            for (const [index, [name, one]] of suited.entries()) {
              const { request } = await preparedStandalone(
                requestOf(one, `${sink.url}${headOf(index)}`),
                { fillsVariables: true },
                context,
              )
              codes.set(name, printCode(target, request))
              written.set(name, new Set(request.headers.map(field => field.name.toLowerCase())))
            }
            complaint = await toolchain.run([...codes.values()], place)
            for (const [index, [name]] of suited.entries()) {
              const head = headOf(index)
              const arrived = sink.requests.find(one => one.url.startsWith(`${head}/`))
              if (arrived !== undefined) theirs.set(name, { ...arrived, url: arrived.url.slice(head.length) })
            }
            left = readdirSync(place).filter(name => name.includes('pwned') && !(name in codeFiles))
          } finally {
            rmSync(place, { recursive: true })
          }
        }, 900_000)

        const headOf = (index: number) => `/${toolchain.targetId}-${index}`

        test.each(suited.map(([name]) => name))('%s', name => {
          const [mine, their] = [ours.get(name), theirs.get(name)]
          if (mine === undefined || their === undefined)
            throw new Error(`Nothing arrived.\n${complaint.slice(0, 2000)}\n${codes.get(name)}`)
          const names = written.get(name) ?? new Set()
          expect(comparable(target.id, their, names), codes.get(name)).toEqual(
            comparable(target.id, mine, names),
          )
        })

        test('no text was run as a command', () => expect(left).toEqual([]))
      },
    )
  }
}
