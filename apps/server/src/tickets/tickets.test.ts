import { expect, test } from 'vitest'
import { Tickets, ticketLifetimeMs } from './tickets.ts'

const purpose = { handle: 'h', purpose: 'preview' } as const

test('a ticket is valid for one use', () => {
  const tickets = new Tickets()
  const id = tickets.mint(purpose)
  expect(id).toMatch(/^[\w-]{43}$/)
  expect(tickets.redeem(id)).toMatchObject(purpose)
  expect(tickets.redeem(id)).toBeNull()
})

test('an unknown ticket is invalid', () => {
  const tickets = new Tickets()
  tickets.mint(purpose)
  for (const id of ['', 'x', '__proto__', 'constructor']) expect(tickets.redeem(id)).toBeNull()
})

test('a ticket is valid for 30 s', () => {
  let now = 1_000_000
  const tickets = new Tickets(() => now)
  const last = tickets.mint(purpose)
  now += ticketLifetimeMs
  expect(tickets.redeem(last)).toMatchObject(purpose)
  const late = tickets.mint(purpose)
  now += ticketLifetimeMs + 1
  expect(tickets.redeem(late)).toBeNull()
})

test('two tickets for one body are different', () => {
  const tickets = new Tickets()
  const ids = new Set(Array.from({ length: 1000 }, () => tickets.mint(purpose)))
  expect(ids.size).toBe(1000)
})

test('a playback must begin within 30 s and then lasts until it is closed', () => {
  let now = 1_000_000
  const tickets = new Tickets(() => now)
  const playback = { handle: 'h', purpose: 'playback', windowId: 'w' } as const
  const late = tickets.mint(playback)
  now += ticketLifetimeMs + 1
  expect(tickets.redeem(late)).toBeNull()
  const played = tickets.mint(playback)
  expect(tickets.redeem(played)).toMatchObject(playback)
  now += 86_400_000
  tickets.mint(purpose)
  expect(tickets.redeem(played)).toMatchObject(playback)
  expect(tickets.revoke(played)).toBe(true)
  expect(tickets.revoke(played)).toBe(false)
  expect(tickets.redeem(played)).toBeNull()
})

test('a playback ends with its window', () => {
  const tickets = new Tickets()
  const [mine, other] = ['w1', 'w2'].map(windowId =>
    tickets.mint({ handle: 'h', purpose: 'playback', windowId }),
  )
  tickets.releaseWindow('w1')
  expect(tickets.redeem(mine ?? '')).toBeNull()
  expect(tickets.redeem(other ?? '')).not.toBeNull()
})
