import { plainSearch } from '@parley/engine/search'
import type { ThreadCaps } from '@parley/files'
import { waitFor } from '@parley/testkit'
import { expect, test } from 'vitest'
import { bodies, countFiles, keep, texts, useBodies } from '../body-texts.testkit.ts'
import { BodyTexts, type ReceivedBody } from '../body-texts.ts'
import { BodyFilters, maxFilteredBytes } from './body-filters.ts'

useBodies()

const json = receivedAs('application/json')

function receivedAs(mediaType: string, isComplete = true, isGrowing = false): ReceivedBody {
  const content = { handle: '', mediaType, charset: '', wireBytes: 0, decodedBytes: 0, isComplete }
  return { response: { content }, isGrowing }
}

function filtered(handle: string, filter: string, received = json, of = texts) {
  return waitFor(async () => {
    const answer = await of.filter({ handle, view: 'pretty', format: 'auto', filter }, received)
    if (answer === null) throw new Error('The body is not known')
    return answer.state === 'making' ? null : answer
  }, `the filter ${filter}`)
}

const numbers = `[${Array.from({ length: 30_000 }, (_, id) => `{"id":${id}}`).join()}]`

test('the matches are read by rows, by range, and searched, like any view', async () => {
  const handle = await keep(numbers)
  const view = { handle, view: 'pretty', format: 'auto', filter: '$[?@.id >= 20000].id' } as const
  expect(await filtered(handle, view.filter)).toEqual({ state: 'made', matchCount: 10_000 })
  const rows = await waitFor(async () => {
    const answer = await texts.readRows({ ...view, firstRow: 9_999, maxRows: 3 }, json)
    return answer?.isWhole ? answer : null
  }, 'all rows')
  expect(rows).toMatchObject({
    totalRows: 10_002,
    view: 'pretty',
    format: 'json',
    rows: [
      { text: '  29998,', line: 10_000 },
      { text: '  29999', line: 10_001 },
      { text: ']', line: 10_002 },
    ],
  })
  const found = await texts.find({ ...view, ...plainSearch, text: '29999', ordinal: 0 }, json)
  expect(found).toMatchObject({ matchCount: 1, match: { row: 10_000, start: 2 } })
  expect(await texts.read({ ...view, offset: 0, maxBytes: 11 }, json)).toMatchObject({
    text: '[\n  20000,\n',
  })
  const raw = { ...view, view: 'raw', filter: '$[1]' } as const
  const piece = await waitFor(async () => {
    const answer = await texts.read({ ...raw, offset: 0, maxBytes: 99 }, json)
    return answer?.isFormatting ? null : answer
  }, 'the raw matches')
  expect(piece).toMatchObject({ text: '[\n{"id":1}\n]', view: 'raw', format: 'json' })
})

test('a body in UTF-16 is filtered', async () => {
  const handle = await keep(Buffer.from('\ufeff{"a":"é"}', 'utf16le'))
  const view = { handle, view: 'pretty', format: 'auto', filter: '$.a' } as const
  expect(await filtered(handle, '$.a')).toEqual({ state: 'made', matchCount: 1 })
  expect(await texts.read({ ...view, offset: 0, maxBytes: 99 }, json)).toMatchObject({ text: '[\n  "é"\n]' })
})

test('a filtered body is made once, the oldest are deleted when there are many, and all are deleted with the body', async () => {
  const handle = await keep(numbers)
  await Promise.all([filtered(handle, '$'), filtered(handle, '$')])
  const filesOfOne = countFiles()
  for (let index = 0; index < 10; index += 1) await filtered(handle, `$[${index}]`)
  await waitFor(() => countFiles() === filesOfOne + 7 || null, 'the oldest to be given up')
  await texts.release(handle)
  expect(countFiles()).toBe(filesOfOne - 2)
  expect(await texts.filter({ handle, view: 'pretty', format: 'auto', filter: '$' }, json)).toBeNull()
})

test('of several waiting filters of a body, only the last is applied', async () => {
  const handle = await keep(numbers)
  const filters = new BodyFilters(bodies, other => bodies.release(other))
  const utf8 = { name: 'utf-8', markBytes: 0 } as const
  const apply = (filter: string) => filters.apply(handle, { filter, view: 'pretty' }, utf8)
  const answers = await Promise.all([apply('$[0]'), apply('$[1]'), apply('$[2]')])
  expect(answers.map(({ state }) => state)).toEqual(['superseded', 'superseded', 'made'])
  // A skipped filter is applied when it is requested again.
  expect(await apply('$[1]')).toMatchObject({ state: 'made', matchCount: 1 })
  await filters.release(handle)
  await filters.close()
})

test.each([
  ['what is no JSON', 'application/json', '{"a":', 'NOT_JSON', '$'],
  ['a byte that is no text', 'application/json', Buffer.from([0x22, 0xff, 0x22]), 'NOT_JSON', '$'],
  ['another format', 'text/html', '<p>', 'NOT_JSON', '$'],
  ['a wrong filter', 'application/json', '[]', 'BAD_FILTER', '$..'],
])('%s is refused with a sentence', async (_what, mediaType, body, code, filter) => {
  const handle = await keep(body)
  const answer = await filtered(handle, filter, receivedAs(mediaType))
  expect(answer).toMatchObject({ state: 'refused', refusal: { code } })
  const view = { handle, view: 'pretty', format: 'auto', filter, offset: 0, maxBytes: 99 } as const
  // An unfiltered body must not look like a filtered one.
  expect(await texts.read(view, receivedAs(mediaType))).toBeNull()
})

test('an invalid filter is reported with its position', async () => {
  const handle = await keep('[]')
  expect(await filtered(handle, '$[?@.a=1]')).toMatchObject({
    refusal: {
      position: 6,
      message: "Invalid JSONPath at character 7: unexpected filter selector token '='.",
    },
  })
  expect(await filtered(handle, 'title')).toMatchObject({
    refusal: { position: 0, message: 'A filter is a JSONPath and begins with $, as in $[*].title.' },
  })
})

test('filtering waits while a body grows, and refuses one that broke off', async () => {
  const handle = await keep('[1]')
  const growing = receivedAs('application/json', false, true)
  expect(await texts.filter({ handle, view: 'pretty', format: 'auto', filter: '$' }, growing)).toEqual({
    state: 'making',
  })
  const broken = receivedAs('application/json', false)
  expect(await filtered(handle, '$', broken)).toMatchObject({ refusal: { code: 'NOT_WHOLE' } })
})

test('a body that is too large is refused without being read', async () => {
  const handle = await keep(Buffer.alloc(maxFilteredBytes + 1, '['))
  expect(await filtered(handle, '$')).toMatchObject({ refusal: { code: 'TOO_LARGE' } })
})

async function withCaps<Value>(caps: Partial<ThreadCaps>, use: (of: BodyTexts) => Promise<Value>) {
  const capped = new BodyTexts(bodies, { filtering: caps })
  try {
    return await use(capped)
  } finally {
    await capped.close()
  }
}

test('a filter that would not end is stopped', async () => {
  const endless = await keep(JSON.stringify([`${'a'.repeat(60)}!`]))
  await withCaps({ maxMs: 1000 }, async of => {
    // The outcome arrives once the filter's thread has ended.
    expect(await filtered(endless, '$[?match(@, "(a|a)*")]', json, of)).toMatchObject({
      refusal: { code: 'TOO_SLOW' },
    })
  })
})

test('a filter that needs too much memory is stopped, and the next one is applied', async () => {
  const heavy = await keep(`[${'[],'.repeat(3_000_000)}[]]`)
  const light = await keep('[1]')
  await withCaps({ maxHeapBytes: 48_000_000 }, async of => {
    expect(await filtered(heavy, '$[*]', json, of)).toMatchObject({ refusal: { code: 'TOO_MUCH_MEMORY' } })
    expect(await filtered(light, '$[0]', json, of)).toEqual({ state: 'made', matchCount: 1 })
  })
})
