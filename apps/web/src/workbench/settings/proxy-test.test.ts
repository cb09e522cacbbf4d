import { expect, test } from 'vitest'
import { describeTested } from './proxy-test.ts'

const proxy = 'http://127.0.0.1:3128'

test.each([
  { https: null, http: null, says: 'The system has no proxy: requests are sent directly' },
  { https: proxy, http: proxy, says: 'Connected in 12 ms' },
  { https: null, http: proxy, says: 'Connected in 12 ms for http URLs; https URLs are sent directly' },
  { https: proxy, http: null, says: 'Connected in 12 ms for https URLs; http URLs are sent directly' },
])('https $https, http $http: $says', ({ says, ...proxies }) => {
  expect(describeTested({ state: 'connected', ...proxies, elapsedMs: 12 })).toBe(says)
})
