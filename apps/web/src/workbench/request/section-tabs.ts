import {
  defaultGrpcOptions,
  defaultStreamSettings,
  defaultWebSocketPart,
  descriptorOf,
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
  readonly fault?: string | undefined
}

/** Counts only what is sent: ticked rows, and the generated User-Agent. */
const marks: Readonly<Record<RequestSection, (draft: HttpRequest) => SectionMark>> = {
  message: ({ webSocket, grpc }) => ({
    hasContent:
      webSocket?.messages.some(({ data }) => data !== '') ??
      grpc?.messages.some(({ text }) => text !== '') ??
      false,
  }),
  params: ({ params }) => ({ count: tickedRows(params) }),
  headers: draft => ({
    count: tickedRows(draft.headers) + (hasOwnUserAgent(draft) || descriptorOf(draft).callsMethods ? 0 : 1),
  }),
  definition: ({ grpc }) => ({ hasContent: grpc !== undefined && grpc.options.definition !== 'reflection' }),
  cookies: ({ cookies }) => ({ count: tickedRows(cookies) }),
  body: ({ body }) => ({ hasContent: body.type !== 'none' }),
  authorization: ({ auth }) => ({ hasContent: auth.type !== 'inherit' }),
  script: draft => ({ hasContent: hasScripts(draft) }),
  settings: draft => ({ hasContent: hasOwnSettings(draft) }),
  docs: ({ docs }) => ({ hasContent: docs !== undefined }),
}

/** The tabs of the request side of a kind, with what a draft has in each, and what went wrong in its scripts. */
export function sectionTabs<Section extends KindPane['sections'][number]>(
  draft: HttpRequest,
  { sections }: { readonly sections: readonly Section[] },
  scriptFault?: string,
): readonly (Section & SectionMark)[] {
  const known: Readonly<Record<string, (draft: HttpRequest) => SectionMark>> = marks
  return sections.map(section => {
    const mark = known[section.id]?.(draft)
    const isAtFault = section.id === 'script' && mark?.hasContent === true
    return { ...section, ...mark, ...(isAtFault && { fault: scriptFault }) }
  })
}

function hasOwnSettings(draft: HttpRequest): boolean {
  const { settings, stream = defaultStreamSettings, webSocket = defaultWebSocketPart } = draft
  const hasOwn = Object.values(settings).some(value => value !== 'inherit') || hasCallSettings(draft)
  const { messages: _, ...connection } = webSocket
  const { messages: __, ...usual } = defaultWebSocketPart
  return hasOwn || !isDeepEqual(stream, defaultStreamSettings) || !isDeepEqual(connection, usual)
}

function hasCallSettings({ grpc }: HttpRequest): boolean {
  if (grpc === undefined) return false
  const { definition: _, descriptorSetPath: __, ...settings } = grpc.options
  const { definition: ___, descriptorSetPath: ____, ...usual } = defaultGrpcOptions
  return !isDeepEqual(settings, usual)
}

function hasScripts({ scripts, assertions, actions }: HttpRequest): boolean {
  const isDeclared = [...assertions, ...actions].some(one => one.enabled)
  return (
    isDeclared ||
    [scripts.preRequest, scripts.postResponse, scripts.tests].some(script => script.trim() !== '')
  )
}

function tickedRows(rows: readonly Row[]): number {
  return rows.filter(row => row.enabled).length
}

/** A ticked User-Agent of the user replaces the generated one (behaviour 2.1). */
function hasOwnUserAgent(draft: HttpRequest): boolean {
  return draft.headers.some(row => row.enabled && row.name.trim().toLowerCase() === 'user-agent')
}
