import type { HttpRequest, PlainVariable, RequestSettings, Row, Scripts } from '@parley/model'
import { type Compare, field, fields, type ListWords, listField, under, wholeField } from './difference.ts'
import {
  shownAuth,
  shownBody,
  shownData,
  shownDescription,
  shownRow,
  shownSetting,
  shownText,
  shownVariable,
} from './shown-value.ts'

/** Header names are the same in any case (RFC 9110 §5.1). */
export const headerWords: ListWords<Row> = {
  one: 'Header',
  all: 'Headers',
  nameOf: header => header.name,
  keyOf: header => header.name.toLowerCase(),
  show: shownRow,
}

const plainVariableWords: ListWords<PlainVariable> = {
  one: 'Variable',
  all: 'Variables',
  nameOf: variable => variable.name,
  show: shownVariable,
}

const cookieWords: ListWords<Row> = { ...headerWords, one: 'Cookie', all: 'Cookies', keyOf: row => row.name }

const pathWords: ListWords<Row> = { ...cookieWords, one: 'Path variable', all: 'Path variables' }

export const scriptDifferences: Compare<Scripts> = fields(
  field('preRequest', 'Pre Request script', shownText),
  field('postResponse', 'Post Response script', shownText),
  field('tests', 'Tests script', shownText),
  field('hooks', 'Hooks script', shownText),
)

/** @param prefix before the name of each setting */
export function settingDifferences(prefix = ''): Compare<RequestSettings> {
  const setting = <Key extends keyof RequestSettings>(key: Key, label: string): Compare<RequestSettings> =>
    field(key, `${prefix}${label}`, shownSetting)
  return fields(
    setting('timeoutMs', 'Request timeout'),
    setting('followRedirects', 'Follow redirects'),
    setting('maxRedirects', 'Maximum redirects'),
    setting('encodeUrl', 'Encode URL'),
    setting('forwardAuthorization', 'Forward authorization'),
    setting('httpVersion', 'HTTP version'),
  )
}

/** Params are the rows of the URL's query, so they are compared with the URL. */
const urlDifferences: Compare<HttpRequest> = versions => {
  const { base, mine, theirs } = versions
  const ofUrl = ({ url, params }: HttpRequest) => ({ url, params })
  const compare =
    mine.url === theirs.url
      ? wholeField('Params', ({ params }: ReturnType<typeof ofUrl>) =>
          params.map(row => `${row.name}: ${shownRow(row)}`).join('\n'),
        )
      : wholeField('URL', ({ url }: ReturnType<typeof ofUrl>) => url)
  return compare({ base: ofUrl(base), mine: ofUrl(mine), theirs: ofUrl(theirs) }).map(one => ({
    ...one,
    withTheirs: request => ({ ...request, ...ofUrl(theirs) }),
  }))
}

/** A file may hold several bodies under titles, one of which is the body. */
const bodyDifferences: Compare<HttpRequest> = ({ base, mine, theirs }) => {
  const bodies = ({ body, bodyVariants }: HttpRequest) => ({ body, bodyVariants })
  const compare = wholeField('Body', ({ body }: ReturnType<typeof bodies>) => shownBody(body))
  const found = compare({ base: bodies(base), mine: bodies(mine), theirs: bodies(theirs) })
  return found.map(one => ({
    ...one,
    withTheirs({ bodyVariants: _, ...request }: HttpRequest) {
      const { body, bodyVariants } = theirs
      return { ...request, body, ...(bodyVariants === undefined ? {} : { bodyVariants }) }
    },
  }))
}

/**
 * The fields in which two versions of a request differ; the user is not asked about its position among its
 * siblings.
 */
export const requestDifferences: Compare<HttpRequest> = fields(
  field('name', 'Name', shownText, { isSilent: true }),
  field('sequence', 'Order', () => null, { isSilent: true }),
  field('method', 'Method', shownText),
  urlDifferences,
  under('pathParams', listField(pathWords)),
  under('headers', listField(headerWords)),
  under('cookies', listField(cookieWords)),
  bodyDifferences,
  field('auth', 'Authorization', shownAuth),
  under('scripts', scriptDifferences),
  field('assertions', 'Assertions', shownData),
  field('actions', 'Set variables', shownData),
  under('variables', listField(plainVariableWords)),
  under('settings', settingDifferences()),
  field('docs', 'Docs', shownText),
  field('description', 'Description', shownDescription),
  field('tags', 'Tags', tags => shownText(tags.join(', '))),
  field('examples', 'Examples', shownData, { isSilent: true }),
  field('app', 'App', shownData),
  field('stream', 'Event stream', shownData),
  field('textPath', 'Path of the text', shownText),
  field('webSocket', 'WebSocket', shownData),
  field('grpc', 'gRPC', shownData),
)
