import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { METHODS } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Result, SendFailure } from '@parley/model'
import type { RecordedRequest, Sink } from '@parley/testkit'
import { describe, expect, test } from 'vitest'
import type { CodeTargetId } from './code-targets.ts'
import type { Toolchain } from './code-toolchain.testkit.ts'
import {
  type FoundRequest,
  foundRequests,
  goldenSources,
  type RequestSource,
  urlRequests,
} from './corpus-requests.testkit.ts'
import {
  type DifferentialCase,
  differentialCase,
  fileName,
  schemes,
  withFile,
} from './differential-cases.testkit.ts'
import { fixedPorts, targetOf } from './prepare-code.testkit.ts'
import { type PreparedCode, prepareCode } from './prepare-code.ts'
import { printCode } from './print-code.ts'
import { excuseOf } from './stated-differences.testkit.ts'
import { comparable, obtainedToken, sendByEngine, startWire } from './wire.testkit.ts'

/** A request with the name of a scheme that it is sent with. */
export interface RequestWithScheme {
  readonly request: FoundRequest
  readonly scheme: string
}

const schemeNames = Object.keys(schemes)

/** Returns the requests of the golden folders, each with every scheme. */
export function requestsOfGolden(): readonly RequestWithScheme[] {
  return [...urlRequests, ...foundRequests(goldenSources())].flatMap(request =>
    schemeNames.map(scheme => ({ request, scheme })),
  )
}

/**
 * Returns the requests of the corpus, each with its own scheme and, in turn, two further ones. Node's server refuses
 * unknown methods, so no test can compare them.
 */
export function requestsOfCorpus(sources: readonly RequestSource[]): readonly RequestWithScheme[] {
  return foundRequests(sources)
    .filter(({ request }) => METHODS.includes(request.method))
    .flatMap((request, index) =>
      [0, 2 * index + 1, 2 * index + 2].map(turn => ({
        request,
        scheme: schemeNames[turn % schemeNames.length] ?? '',
      })),
    )
}

const batchLength = 150

/** A case with the result of its send, and its code. */
interface Compared {
  readonly one: DifferentialCase
  /** The received request, or the reason why nothing was sent. */
  readonly sent: RecordedRequest | SendFailure
  readonly prepared: Result<PreparedCode, SendFailure>
}

/** Finds requests by the beginning of their targets; the last one if a challenge caused several. */
function arrivedAt(sink: Sink, from: number): (one: DifferentialCase) => RecordedRequest | undefined {
  const requests = sink.requests.slice(from)
  return ({ head }) => requests.findLast(({ url }) => url.startsWith(head))
}

async function compare(one: DifferentialCase, sink: Sink, folder: string): Promise<Compared> {
  const { request, context } = one
  const before = sink.requests.length
  const result = await sendByEngine(withFile(request, join(folder, fileName)), context)
  const choices = { includesAuth: true, fillsVariables: true, fillsGaps: false }
  const prepared = await prepareCode(request, context, fixedPorts, choices)
  if (!result.ok && result.failure.failure.step === 'prepare')
    return { one, sent: result.failure.failure, prepared }
  const sent = arrivedAt(sink, before)(one)
  if (sent === undefined) throw new Error(`${one.name}: nothing arrived. ${JSON.stringify(result)}`)
  return { one, sent, prepared }
}

function isFailure(sent: Compared['sent']): sent is SendFailure {
  return 'code' in sent
}

/** Returns the differences if only the send or only the code is refused, or both with different codes. */
function refusalFaults({ one, sent, prepared }: Compared): readonly string[] {
  const ofSend = isFailure(sent) ? sent.code : 'nothing'
  const ofCode = prepared.ok ? 'nothing' : prepared.failure.code
  // Libraries may support NTLM, which Parley does not (ADR 23).
  return ofSend === ofCode || ofSend === 'NTLM_NOT_SUPPORTED'
    ? []
    : [`${one.name}: the send is refused with ${ofSend}, the code with ${ofCode}`]
}

/**
 * Runs the code of all sent requests, and returns differences in what arrived that the code does not state.
 */
async function codeFaults(
  toolchain: Toolchain,
  compared: readonly Compared[],
  sink: Sink,
  folder: string,
): Promise<readonly string[]> {
  const target = targetOf(toolchain.targetId)
  const pieces = compared.flatMap(({ one, sent, prepared }) =>
    prepared.ok && !isFailure(sent)
      ? [
          {
            one,
            sent,
            headers: prepared.value.request.headers,
            text: printCode(target, prepared.value.request).replaceAll('{{accessToken}}', obtainedToken),
          },
        ]
      : [],
  )
  const before = sink.requests.length
  const texts = pieces.map(({ text }) => text)
  const complaint = await toolchain.run(texts, folder)
  const arrived = arrivedAt(sink, before)
  return pieces.flatMap(({ one, sent, headers, text }) => {
    const theirs = arrived(one)
    const written = new Set(headers.map(({ name }) => name.toLowerCase()))
    const fault = differenceOf(target.id, sent, theirs, written)
    if (fault === null || excuseOf(text, fault) !== null) return []
    const why = theirs === undefined ? complaint.slice(0, 500) : ''
    return [`${target.id}: ${one.name}\n${fault}\n${text}\n${why}`]
  })
}

/** The maximum length of a shown fault, because content may be long. */
const longestFault = 5000

const bytesOfFile = Buffer.from([0x89, 0x50, 0x0d, 0x0a, 0x00, 0xff])

/** Describes the first difference between two requests; null: none. */
function differenceOf(
  targetId: CodeTargetId,
  ours: RecordedRequest,
  theirs: RecordedRequest | undefined,
  written: ReadonlySet<string>,
): string | null {
  if (theirs === undefined) return 'nothing arrived'
  const [mine, their] = [comparable(targetId, ours, written), comparable(targetId, theirs, written)]
  for (const part of ['method', 'url', 'content', 'fields', 'order'] as const)
    if (JSON.stringify(mine[part]) !== JSON.stringify(their[part]))
      return `${part}: ${JSON.stringify(mine[part])} became ${JSON.stringify(their[part])}`
  return null
}

/**
 * Tests that a server gets the same from generated code as from a send, and that code is refused if the send is.
 * Languages that are not installed are left out.
 */
export function testDifferential(
  toolchains: readonly Toolchain[],
  chosen: readonly RequestWithScheme[],
): void {
  const batches = Array.from({ length: Math.ceil(chosen.length / batchLength) }, (_, index) =>
    chosen.slice(index * batchLength, (index + 1) * batchLength),
  )
  describe.each(batches.map((batch, index) => [index + 1, batch] as const))('batch %d', (number, batch) => {
    test('the code sends the same as a send, and is refused if the send is', {
      timeout: 600_000,
    }, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'parley-code-'))
      const sink = await startWire()
      try {
        writeFileSync(join(folder, fileName), bytesOfFile)
        const compared: Compared[] = []
        for (const [index, { request, scheme }] of batch.entries())
          compared.push(await compare(differentialCase(request, scheme, sink.url, index), sink, folder))
        const faults = compared.flatMap(refusalFaults)
        for (const toolchain of toolchains) {
          // A compiler that takes a minute for a batch compiles one.
          const isLeft = toolchain.isSlow && number > 1
          if (isLeft || !(await toolchain.isPresent())) continue
          const place = mkdtempSync(join(folder, `${toolchain.targetId}-`))
          writeFileSync(join(place, fileName), bytesOfFile)
          faults.push(...(await codeFaults(toolchain, compared, sink, place)))
        }
        expect(
          faults
            .slice(0, 5)
            .map(fault => fault.slice(0, longestFault))
            .join('\n\n'),
          `${faults.length} differences`,
        ).toBe('')
      } finally {
        await sink.close()
        rmSync(folder, { recursive: true })
      }
    })
  })
}
