import { type Auth, inheritedRequestSettings, newHttpRequest, noScripts, row } from '@parley/model'
import { describe, expect, test } from 'vitest'
import { collection, context, folder, scope, testSettings, variable } from '../engine-fixture.testkit.ts'
import { headersToInherit, resolveRequest } from './resolve-request.ts'
import { lookUp } from './variables/variable-scope.ts'

const bearer = (token: string): Auth => ({ type: 'bearer', token })

describe('authorization', () => {
  const resolved = (...auths: Auth[]) => {
    const [own = bearer(''), ...outermostFirst] = auths
    const [outer, ...inner] = outermostFirst
    const ancestors = [collection(outer ? { auth: outer } : {}), ...inner.map(auth => folder({ auth }))]
    return resolveRequest(newHttpRequest({ auth: own }), context({ ancestors })).auth
  }
  const inherit: Auth = { type: 'inherit' }

  test('is the request’s own, or that of the nearest parent that does not inherit', () => {
    expect(resolved(bearer('own'), bearer('collection'))).toEqual(bearer('own'))
    expect(resolved(inherit, bearer('collection'), bearer('outer'), bearer('inner'))).toEqual(bearer('inner'))
    expect(resolved(inherit, bearer('collection'), inherit, inherit)).toEqual(bearer('collection'))
    expect(resolved(inherit, bearer('collection'), { type: 'none' })).toEqual({ type: 'none' })
  })

  test('is none if all inherit', () => {
    expect(resolved(inherit, inherit, inherit)).toEqual({ type: 'none' })
    expect(resolveRequest(newHttpRequest(), context()).auth).toEqual({ type: 'none' })
  })
})

test('headers are inherited outermost first; a ticked inner one replaces an outer one of its name', () => {
  const off = (name: string, value: string) => ({ ...row(name, value), enabled: false })
  const ancestors = [
    collection({ headers: [row('A', 'collection'), row('B', 'collection'), row('C', 'collection')] }),
    folder({ headers: [row('b', 'folder'), row('D', 'folder'), row('D', 'folder too')] }),
  ]
  const headers = [off('C', 'own'), row('a', 'own'), row('E', '1'), row('e', '2')]
  const workspaceHeaders = ['A', 'b', 'd', 'e', 'F'].map(name => row(name, 'workspace'))
  const within = context({ ancestors, workspaceHeaders })
  expect(resolveRequest(newHttpRequest({ headers }), within).headers).toEqual([
    row('F', 'workspace'),
    row('C', 'collection'),
    row('b', 'folder'),
    row('D', 'folder'),
    row('D', 'folder too'),
    off('C', 'own'),
    row('a', 'own'),
    row('E', '1'),
    row('e', '2'),
  ])
  expect(headersToInherit(within).map(({ owner, name, value }) => [owner, name, value])).toEqual([
    ['Workspace', 'e', 'workspace'],
    ['Workspace', 'F', 'workspace'],
    ...['A', 'C'].map(name => [collection().name, name, 'collection']),
    [folder().name, 'b', 'folder'],
    [folder().name, 'D', 'folder'],
    [folder().name, 'D', 'folder too'],
  ])
})

test('each setting is that of the nearest parent that sets it, or the default', () => {
  const ancestors = [
    collection({
      settings: { ...inheritedRequestSettings, timeoutMs: 1, maxRedirects: 3, httpVersion: '2' },
    }),
    folder({ settings: { ...inheritedRequestSettings, timeoutMs: 0, followRedirects: false } }),
  ]
  const settings = { ...inheritedRequestSettings, httpVersion: '1.1' } as const
  expect(resolveRequest(newHttpRequest({ settings }), context({ ancestors })).settings).toEqual({
    ...testSettings,
    timeoutMs: 0,
    followRedirects: false,
    maxRedirects: 3,
    httpVersion: '1.1',
  })
})

test('scripts run from the outside in', () => {
  const scripts = (preRequest: string) => ({ ...noScripts, preRequest })
  const ancestors = [
    collection({ scripts: scripts('c') }),
    folder({ scripts: scripts('f') }),
    folder({ scripts: scripts('g') }),
  ]
  const resolved = resolveRequest(newHttpRequest({ scripts: scripts('r') }), context({ ancestors }))
  expect(resolved.scripts.map(one => [one.owner, one.scripts.preRequest])).toEqual([
    ['collection', 'c'],
    ['folder', 'f'],
    ['folder', 'g'],
    ['request', 'r'],
  ])
})

test('a name is looked up from the send outwards, through every scope', () => {
  const levels = [
    'send',
    'iteration',
    'session',
    'request',
    'inner',
    'outer',
    'environment',
    'collection',
    'workspace',
    'global',
  ]
  // Level n has the names of itself and of all levels inside of it, so that each name tells its narrowest holder.
  const texts = (level: string) =>
    Object.fromEntries(levels.slice(levels.indexOf(level)).map(name => [name, level]))
  const variables = (level: string) =>
    Object.entries(texts(level)).map(([name, text]) => variable(name, text))
  const resolved = resolveRequest(
    newHttpRequest({ variables: variables('request') }),
    context({
      ancestors: [
        collection({ variables: variables('collection') }),
        folder({ variables: variables('outer') }),
        folder({ variables: variables('inner') }),
      ],
      environment: {
        name: 'E',
        color: '',
        variables: variables('environment'),
        clientCertificates: [],
        extendsName: '',
        dotEnvFilePath: '',
      },
      workspaceVariables: variables('workspace'),
      globalVariables: variables('global'),
      // In no particular order.
      liveScopes: [
        scope('session', texts('session')),
        scope('send', texts('send')),
        scope('iteration', texts('iteration')),
      ],
    }),
  )
  expect(resolved.scopes.map(one => one.name)).toEqual([
    'send',
    'iteration',
    'session',
    'folder',
    'folder',
    'folder',
    'environment',
    'collection',
    'workspace',
    'global',
  ])
  for (const [index, level] of levels.entries()) {
    expect(lookUp(resolved.scopes.slice(index), level)?.text).toBe(level)
    expect(lookUp(resolved.scopes, level)?.text).toBe('send')
  }
})

test('an unsaved part of a container is listed if the request inherits it', () => {
  const [outer, inner] = [collection({ auth: bearer('outer') }), folder({ auth: bearer('inner') })]
  const parts = ['headers', 'authorization'] as const
  const of = (...containers: readonly (typeof outer | typeof inner)[]) => ({
    variables: {},
    ancestors: new Map(containers.map(one => [one, { variables: new Map(), parts }])),
  })
  const inherits: Auth = { type: 'inherit' }
  const partsOf = (auth: Auth, unsaved: ReturnType<typeof of>) =>
    resolveRequest(newHttpRequest({ auth }), context({ ancestors: [outer, inner], unsaved })).unsavedParts
  expect(partsOf(inherits, of(inner))).toEqual([
    { part: 'headers', owner: 'Folder' },
    { part: 'authorization', owner: 'Folder' },
  ])
  expect(partsOf(inherits, of(outer))).toEqual([{ part: 'headers', owner: 'Collection' }])
  expect(partsOf(bearer('own'), of(inner))).toEqual([{ part: 'headers', owner: 'Folder' }])
  expect(partsOf(inherits, of())).toBeUndefined()
})

test('a value that the host provides is overridden by the collection’s own', () => {
  const live = scope('collection', { baseUrl: 'provided', other: 'provided' })
  const ancestors = [collection({ variables: [variable('baseUrl', 'own')] })]
  const { scopes } = resolveRequest(newHttpRequest(), context({ ancestors, liveScopes: [live] }))
  expect(lookUp(scopes, 'baseUrl')?.text).toBe('own')
  expect(lookUp(scopes, 'other')?.text).toBe('provided')
})
