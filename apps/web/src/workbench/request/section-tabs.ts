import {
  defaultStreamSettings,
  defaultWebSocketPart,
  type HttpRequest,
  type KindPane,
  type RequestSection,
  type Row,
} from '@parley/model'
import { isDeepEqual } from '../deep-equal.ts'

/** What the tab of a section shows next to its label. */
export interface SectionMark {
  readonly count?: number
  readonly hasContent?: boolean
}

/** Counts only what is sent: ticked rows, and the generated User-Agent. */
const marks: Readonly<Record<RequestSection, (draft: HttpRequest) => SectionMark>> = {
  message: ({ webSocket }) => ({ hasContent: webSocket?.messages.some(({ data }) => data !== '') ?? false }),
  params: ({ params }) => ({ count: tickedRows(params) }),
  headers: draft => ({ count: tickedRows(draft.headers) + (hasOwnUserAgent(draft) ? 0 : 1) }),
  cookies: ({ cookies }) => ({ count: tickedRows(cookies) }),
  body: ({ body }) => ({ hasContent: body.type !== 'none' }),
  authorization: ({ auth }) => ({ hasContent: auth.type !== 'inherit' }),
  script: draft => ({ hasContent: hasScripts(draft) }),
  settings: draft => ({ hasContent: hasOwnSettings(draft) }),
}

/** The tabs of the request side of a kind, with what a draft has in each. */
export function sectionTabs<Section extends KindPane['sections'][number]>(
  draft: HttpRequest,
  { sections }: { readonly sections: readonly Section[] },
): readonly (Section & SectionMark)[] {
  const known: Readonly<Record<string, (draft: HttpRequest) => SectionMark>> = marks
  return sections.map(section => ({ ...section, ...known[section.id]?.(draft) }))
}

function hasOwnSettings(draft: HttpRequest): boolean {
  const { settings, stream = defaultStreamSettings, webSocket = defaultWebSocketPart } = draft
  const hasOwn = Object.values(settings).some(value => value !== 'inherit')
  const { messages: _, ...connection } = webSocket
  const { messages: __, ...usual } = defaultWebSocketPart
  return hasOwn || !isDeepEqual(stream, defaultStreamSettings) || !isDeepEqual(connection, usual)
}

function hasScripts({ scripts }: HttpRequest): boolean {
  return [scripts.preRequest, scripts.postResponse, scripts.tests].some(script => script.trim() !== '')
}

function tickedRows(rows: readonly Row[]): number {
  return rows.filter(row => row.enabled).length
}

/** A ticked User-Agent of the user replaces the generated one (spec 2.1). */
function hasOwnUserAgent(draft: HttpRequest): boolean {
  return draft.headers.some(row => row.enabled && row.name.trim().toLowerCase() === 'user-agent')
}
