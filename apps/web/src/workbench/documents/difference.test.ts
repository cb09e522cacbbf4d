import { draftOf, newAuth, newHttpRequest, row } from '@parley/model'
import type { EditedVariable } from '@parley/server/contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  arbitraryFolder,
  arbitraryRequests,
} from '../../../../../packages/model/golden/arbitrary-entities.ts'
import { containerDifferences } from './container-differences.ts'
import type { Compare } from './difference.ts'
import { withTheirs } from './reconcile.ts'
import { requestDifferences } from './request-differences.ts'
import { shareDifferences } from './share-differences.ts'
import { variableDifferences } from './variable-differences.ts'

// Copies of objects without a prototype have one, and what is edited always has one.
const withPrototype = { noNullPrototype: true }

const variable: fc.Arbitrary<EditedVariable> = fc.record(
  {
    variable: fc.record(
      {
        secret: fc.constant<false>(false),
        name: fc.constantFrom('a', 'b', 'c', 'd'),
        value: fc.record({ text: fc.string() }, withPrototype),
        enabled: fc.boolean(),
      },
      withPrototype,
    ),
    secretValue: fc.constant(null),
  },
  withPrototype,
)

const headers = fc.array(
  fc.constantFrom('A', 'a', 'B').map(name => row(name, name)),
  { maxLength: 4 },
)

/** The drafts of all kinds that tabs edit. */
const requests = fc
  .oneof(...Object.values(arbitraryRequests))
  .map(draftOf)
  .filter(draft => draft !== null)

const contents = arbitraryFolder.map(({ name, defaults }) => {
  const variables: readonly EditedVariable[] = defaults.variables.map(one => ({
    variable: one,
    secretValue: one.secret ? 'value' : null,
  }))
  return { name, docs: '', defaults: { ...defaults, variables } }
})

/** Each kind of document: any two versions, and how they are compared. */
const kinds = {
  requests: () => check(requests, requestDifferences),
  containers: () => check(contents, containerDifferences),
  variables: () =>
    check(
      fc.record({ variables: fc.array(variable, { maxLength: 5 }), headers }, withPrototype),
      shareDifferences,
    ),
}

function check<Value>(values: fc.Arbitrary<Value>, compare: Compare<Value>) {
  const property = fc.property(values, values, values, (base, mine, theirs) => {
    const differences = compare({ base, mine, theirs })
    expect(new Set(differences.map(({ label }) => label)).size).toBe(differences.length)
    expect(withTheirs(mine, differences)).toStrictEqual(theirs)
    expect(compare({ base, mine: theirs, theirs })).toEqual([])
    for (const one of differences) {
      const rest = compare({ base, mine: one.withTheirs(mine), theirs }).map(({ label }) => label)
      expect(rest).not.toContain(one.label)
    }
  })
  fc.assert(property, { numRuns: 20 })
}

it.each(Object.entries(kinds))(
  'all fields of %s taken from the file are the file',
  { timeout: 60_000 },
  (_name, checkKind) => {
    checkKind()
  },
)

it('names headers one by one, in any case of their name, and shows which are missing', () => {
  const base = newHttpRequest({ url: '/a', headers: [row('Accept', 'text/plain'), row('X-Old', '1')] })
  const mine = { ...base, url: '/b', headers: [row('accept', 'text/html'), row('X-Old', '1')] }
  const theirs = { ...base, headers: [row('Accept', 'text/plain'), row('X-New', '2')] }
  const shown = requestDifferences({ base, mine, theirs }).map(one => [
    one.label,
    one.mine,
    one.theirs,
    one.isMineChanged,
  ])
  expect(shown).toEqual([
    ['URL', '/b', '/a', true],
    ['Header accept', 'text/html', 'text/plain', true],
    ['Header X-New', null, '2', false],
    ['Header X-Old', '1', null, false],
  ])
})

it('shows an authorization in the words of its form', () => {
  const mine = newHttpRequest({ auth: newAuth('oauth2') })
  const theirs = newHttpRequest({
    auth: {
      ...newAuth('oauth2'),
      grantType: 'clientCredentials',
      clientSecret: 'hidden',
      additionalParameters: [{ request: 'token', name: 'audience', value: 'books', placement: 'body' }],
    },
  })
  const [shown] = requestDifferences({ base: mine, mine, theirs })
  expect(shown?.theirs?.split('\n')).toEqual([
    'OAuth 2.0',
    'Grant type: Client credentials',
    'Client secret: ••••••',
    'Client authentication: Basic Auth header',
    'Code challenge: S256',
    'Request of the parameter: Token',
    'Parameter name: audience',
    'Parameter value: books',
    'Place of the parameter: Body',
    'Add token to: Header',
    'Header prefix: Bearer',
    'Token to send: Access token',
    'Fetch a token with the first send: On',
    'Renew an expired token before sending: On',
    'Renew and send again once on 401: Off',
  ])
})

it('masks secrets, and shows that two of them differ', () => {
  const [mine, theirs] = ['first', 'second'].map(token => newHttpRequest({ auth: { type: 'bearer', token } }))
  if (mine === undefined || theirs === undefined) throw new Error('There are two.')
  expect(requestDifferences({ base: mine, mine, theirs })).toMatchObject([
    {
      label: 'Authorization',
      mine: 'Bearer Token\nToken: ••••••',
      theirs: 'Bearer Token\nToken: •••••• (different)',
    },
  ])
  const secret = (secretValue: string): EditedVariable => ({
    variable: { secret: true, name: 'key', enabled: true, allowedToScripts: false },
    secretValue,
  })
  const shown = variableDifferences({ base: [], mine: [secret('first')], theirs: [secret('second')] })
  expect(JSON.stringify(shown)).not.toMatch(/first|second/)
})
