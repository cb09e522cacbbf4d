import type { Row } from '../../row.ts'
import { withUrlText } from '../../url/query-piece.ts'
import { takeByName } from '../extensions.ts'
import type { ObjectReader } from '../object-reader.ts'
import { type OpenCollectionObject, objectOf } from '../value.ts'

/**
 * Restores the URL text of unticked params from `extensions.parley.paramTexts`, because name and value alone
 * do not distinguish `a` from `a=`. If another client has changed name or value since, the changed one is
 * used.
 */
export function withParamTexts(params: readonly Row[], parley: ObjectReader): readonly Row[] {
  const takeEntry = takeByName(parley, 'paramTexts', 'name')
  return params.map(row => {
    const urlText = row.enabled ? undefined : takeEntry(row.name).optionalText('urlText')
    return urlText === undefined ? row : withUrlText({ ...row, urlText })
  })
}

/**
 * Returns an entry for each unticked param whose name needs it, in order; undefined if name and value are
 * always enough.
 */
export function writeParamTexts(params: readonly Row[]): readonly OpenCollectionObject[] | undefined {
  const unticked = params.filter(row => !row.enabled)
  const names = new Set(unticked.filter(row => row.urlText !== undefined).map(row => row.name))
  if (names.size === 0) return undefined
  return unticked.filter(row => names.has(row.name)).map(({ name, urlText }) => objectOf({ name, urlText }))
}
