import type { Inherited } from '@parley/server/contract'
import { expect, it } from 'vitest'
import { createInheritedCache } from './inherited-cache.ts'

const source: Inherited = {
  auth: { type: 'bearer', token: 't' },
  owner: { kind: 'collection', name: 'Bookshop API' },
  headers: [],
  unread: '',
}

it('asks once for each parent, and again after the data is out of date', async () => {
  const asked: (string | null)[] = []
  const auths = createInheritedCache({
    async readInherited({ parentId }) {
      asked.push(parentId)
      return source
    },
  })
  await auths.load('a')
  await auths.load('a')
  await auths.load(null)
  expect(asked).toEqual(['a', null])
  expect(auths.store.getState()).toEqual({ a: source, '': source })
  auths.forget()
  expect(auths.store.getState()).toEqual({ a: source, '': source })
  await auths.load('a')
  expect(asked).toEqual(['a', null, 'a'])
})

it('asks again if the server could not respond', async () => {
  let isThere = false
  const auths = createInheritedCache({
    async readInherited() {
      if (!isThere) throw new Error('gone')
      return source
    },
  })
  await auths.load('a')
  expect(auths.store.getState()).toEqual({})
  isThere = true
  await auths.load('a')
  expect(auths.store.getState()).toEqual({ a: source })
})
