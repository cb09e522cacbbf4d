import type { RequestExample } from '@parley/model'
import {
  draftOfExample,
  responseOfExample,
  withExampleRequest,
  withExampleResponse,
} from '../tabs/example-tab.ts'
import { type Compare, field, fields, under, wholeField } from './difference.ts'
import { shownData, shownText } from './shown-value.ts'

/** Compares a part of an example that its file may leave out. */
function part<Part>(
  compare: Compare<Part>,
  read: (example: RequestExample) => Part,
  write: (example: RequestExample, change: (part: Part) => Part) => RequestExample,
): Compare<RequestExample> {
  return ({ base, mine, theirs }) =>
    compare({ base: read(base), mine: read(mine), theirs: read(theirs) }).map(difference => ({
      ...difference,
      withTheirs: example => write(example, difference.withTheirs),
    }))
}

/** The query of the URL is in the rows as well, so both are one field. */
const urlOf = <Draft extends { readonly url: string }>({ url }: Draft) => shownText(url)

/** Lists the fields in which two versions of an example differ. */
export const exampleDifferences: Compare<RequestExample> = fields(
  field('name', 'Name', shownText),
  field('description', 'Description', shownData),
  part(
    fields(
      field('method', 'Method', shownText),
      ({ base, mine, theirs }) =>
        wholeField(
          'URL',
          urlOf,
        )({ base: target(base), mine: target(mine), theirs: target(theirs) }).map(difference => ({
          ...difference,
          withTheirs: draft => ({ ...draft, ...difference.withTheirs(target(draft)) }),
        })),
      field('headers', 'Request headers', shownData),
      field('body', 'Request body', shownData),
    ),
    draftOfExample,
    withExampleRequest,
  ),
  part(
    fields(
      under('statusCode', wholeField('Status', String)),
      field('reasonPhrase', 'Reason', shownText),
      field('headers', 'Response headers', shownData),
      field('body', 'Response body', shownData),
    ),
    responseOfExample,
    withExampleResponse,
  ),
)

function target({ url, params, pathParams }: ReturnType<typeof draftOfExample>) {
  return { url, params, pathParams }
}
