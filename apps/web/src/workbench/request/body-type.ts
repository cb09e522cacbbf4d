import { bodyTypes, type HttpBody } from '@parley/model'
import type { RequestTab } from '../tabs/request-tab.ts'

/** Returns a tab whose draft has a body of this type: the one typed before, or an empty one. */
export function withBodyType(tab: RequestTab, type: HttpBody['type']): RequestTab {
  const { body } = tab.draft
  if (body.type === type) return tab
  const keptBodies = { ...tab.keptBodies, [body.type]: body }
  return { ...tab, keptBodies, draft: { ...tab.draft, body: keptBodies[type] ?? bodyTypes[type].empty } }
}
