import { expect, test } from 'vitest'
import { acts, collectionWith, type Host, hosts, secretPlaces } from './check-written.testkit.ts'

const allHosts = Object.keys(hosts) as readonly Host[]

/** Returns what must happen: nothing takes a secret to a host to which it does not go today. */
function expected(place: string, tool: string, act: string, host: Host): string {
  const isSame = host === 'same' || host === 'after a redirect'
  if (tool === 'send_request' || tool === 'run_collection')
    return isSame ? 'sent to https://own.example' : 'refused'
  if (act === 'rename' || isSame) return 'written'
  if (host === 'a new one') return 'HOST_NOT_ALLOWED'
  return act === 'create' && place.startsWith('own') ? 'written' : 'SECRET_HOST_NOT_ALLOWED'
}

test.each(Object.keys(secretPlaces))('no act of an agent takes a secret elsewhere: %s (MC1)', async place => {
  const own = collectionWith(secretPlaces[place] ?? {})
  for (const [tool, ofTool] of Object.entries(acts))
    for (const [act, run] of Object.entries(ofTool))
      for (const host of allHosts)
        expect([tool, act, host, await run(own, host)]).toEqual([
          tool,
          act,
          host,
          expected(place, tool, act, host),
        ])
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
