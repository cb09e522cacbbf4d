import { printJsonInSteps, XmlPrinter } from '@parley/engine/printers'
import type { RequestExample } from '@parley/model'
import type { Compare } from '../compare.ts'
import { type ComparedResponse, comparedResponse } from '../compared-response.ts'
import type { History } from '../history.ts'
import { earlierSend } from '../runs/earlier-run.ts'
import type { Workbench } from '../workbench.ts'
import { type ExampleTab, responseOfExample } from './example-tab.ts'
import { isRequestTab } from './request-tab.ts'

/** The stores that know responses, and the one that compares. */
export interface ComparingStores {
  readonly workbench: Pick<Workbench, 'store'>
  readonly history: Pick<History, 'listAll' | 'read'>
  readonly compare: Pick<Compare, 'open'>
}

/**
 * Compares an example with the response that a tab shows for its request, or else with the latest one in the history.
 * Resolves to false if there is none.
 */
export async function compareExample(stores: ComparingStores, tab: ExampleTab): Promise<boolean> {
  const present = shownResponse(stores.workbench, tab) ?? (await latestResponse(stores.history, tab))
  if (present === null) return false
  const printed = await printedBody(tab.draft)
  const view = printed === null ? 'raw' : 'pretty'
  const { statusCode, reasonPhrase, headers, body } = responseOfExample(tab.draft)
  const text = printed ?? body?.data ?? ''
  const example = { sentAt: 0, statusCode, reasonPhrase, headers, text, label: tab.draft.name }
  await stores.compare.open({ ...example, elapsedMs: null, handle: '', missingBody: null }, present, view)
  return true
}

function shownResponse({ store }: ComparingStores['workbench'], { source }: ExampleTab) {
  const shown = store
    .getState()
    .tabs.filter(isRequestTab)
    .filter(one => one.source?.requestId === source.requestId)
    .map(({ send }) => comparedResponse(send))
  return shown.find(one => one !== null) ?? null
}

async function latestResponse(
  history: ComparingStores['history'],
  { source }: ExampleTab,
): Promise<ComparedResponse | null> {
  const entries = await history.listAll()
  const latest = entries.find(one => one.requestId === source.requestId && one.statusCode !== null)
  const entry = latest === undefined ? null : await history.read(latest.id)
  return entry === null ? null : comparedResponse(earlierSend(entry, { state: 'idle' }))
}

/** Returns the body as Pretty shows it, so that white space makes no difference; null for other formats. */
async function printedBody({ response }: RequestExample): Promise<string | null> {
  const { type, data } = response?.body ?? { type: 'json', data: '' }
  if (type === 'json') return printJsonInSteps(data)
  return type === 'xml' ? printXml(data) : null
}

function printXml(text: string): string | null {
  const pieces: string[] = []
  const printer = new XmlPrinter(piece => pieces.push(piece))
  return printer.write(text) && printer.end() ? pieces.join('') : null
}
