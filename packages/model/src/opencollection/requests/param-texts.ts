import type { Row } from '../../row.ts'
import { withUrlText } from '../../url/query-piece.ts'
import { takeByName } from '../extensions.ts'
import type { ObjectReader } from '../object-reader.ts'
import { type OpenCollectionObject, objectOf } from '../value.ts'

/**
 * What unticked params wrote in the URL, in `extensions.parley.paramTexts`: name and value alone do not
 * tell `a` from `a=`. Where another client has changed the row since, the part of it that it changed counts.
 */
export function withParamTexts(params: readonly Row[], parley: ObjectReader): readonly Row[] {
  const takeEntry = takeByName(parley, 'paramTexts', 'name')
  return params.map(row => {
    const urlText = row.enabled ? undefined : takeEntry(row.name).optionalText('urlText')
    return urlText === undefined ? row : withUrlText({ ...row, urlText })
  })
}

/** Nothing where name and value tell all; else an entry for each unticked param of such a name, in order. */
export function writeParamTexts(params: readonly Row[]): readonly OpenCollectionObject[] | undefined {
  const unticked = params.filter(row => !row.enabled)
  const names = new Set(unticked.filter(row => row.urlText !== undefined).map(row => row.name))
  if (names.size === 0) return undefined
  return unticked.filter(row => names.has(row.name)).map(({ name, urlText }) => objectOf({ name, urlText }))
}
