import { row } from '@parley/model'
import { describe, expect, test } from 'vitest'
import { collectionWith, owners, secretPlaces, testWrites } from './check-written.testkit.ts'

describe('a secret of an environment', () => testWrites('environment', Object.keys(secretPlaces)))

describe.each(owners.filter(owner => owner !== 'environment'))('a secret of a %s', owner =>
  testWrites(owner, [
    'own: a header',
    'own: a token request',
    'inherited from the folder: a header',
    'inherited from the workspace: a header',
  ]),
)

test('two folders may have secrets of one name, and each goes only where it goes today (MC1)', async () => {
  const own = collectionWith({ request: { headers: [row('X-Key', '{{token}}')] } }, 'folder', {
    headers: [row('X-Key', '{{token}}')],
  })
  // Another folder takes a secret of this name there.
  expect(await own.write('own.yml', { url: 'https://third.example/x' })).toBe('SECRET_HOST_NOT_ALLOWED')
  expect(await own.write('own.yml', { url: '{{base}}/other' })).toBe('written')
})

test('a host that the user allowed gets a secret, and nothing else does', async () => {
  const own = collectionWith({ collection: { headers: [] }, request: {} })
  expect(await own.write('own.yml', { url: 'https://third.example/x' })).toBe('written')
  const secret = collectionWith(secretPlaces['inherited from the folder: a secret field with a name'] ?? {})
  const url = { url: 'https://third.example/x', name: 'New' }
  expect(await secret.write(null, url)).toBe('SECRET_HOST_NOT_ALLOWED')
  expect(await secret.write(null, url, ['other.example'])).toBe('SECRET_HOST_NOT_ALLOWED')
  expect(await secret.write(null, url, ['third.example'])).toBe('written')
})
