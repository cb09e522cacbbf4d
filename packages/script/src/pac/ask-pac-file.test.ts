import { beforeAll, describe, expect, test } from 'vitest'
import { askPacFile, type PacQuestion } from './ask-pac-file.ts'

/** Saturday, 21 November 2026, 14:32:05 UTC. */
const nowMs = Date.UTC(2026, 10, 21, 14, 32, 5)

function ask(script: string, patch: Partial<PacQuestion> = {}): Promise<string> {
  return askPacFile({
    script,
    url: 'https://shop.corp.test/',
    host: 'shop.corp.test',
    myAddress: '10.1.2.3',
    nowMs,
    offsetMinutes: -60,
    lookUp: async name => (name === 'shop.corp.test' ? '10.20.30.40' : null),
    ...patch,
  })
}

const expressions = [
  ["url + ' ' + host", 'https://shop.corp.test/ shop.corp.test'],
  ["isPlainHostName('shop')", 'true'],
  ['isPlainHostName(host)', 'false'],
  ["dnsDomainIs(host, '.corp.test')", 'true'],
  ["dnsDomainIs(host, '.other.test')", 'false'],
  ["localHostOrDomainIs('www', 'www.a.test')", 'true'],
  ["localHostOrDomainIs('www.b.test', 'www.a.test')", 'false'],
  ['dnsDomainLevels(host)', '2'],
  ['dnsResolve(host)', '10.20.30.40'],
  ["dnsResolve('gone.test')", 'null'],
  ["isResolvable(host) + '' + isResolvable('gone.test')", 'truefalse'],
  ["isInNet(host, '10.20.0.0', '255.255.0.0')", 'true'],
  ["isInNet(host, '10.21.0.0', '255.255.0.0')", 'false'],
  ["isInNet('200.1.2.3', '200.0.0.0', '255.0.0.0')", 'true'],
  ['convert_addr(myIpAddress())', '167838211'],
  ["shExpMatch(url, 'https://*.corp.test/*')", 'true'],
  ["shExpMatch('a+b', 'a?b')", 'true'],
  ["shExpMatch('axb', 'a.b')", 'false'],
  ["weekdayRange('SAT')", 'true'],
  ["weekdayRange('MON', 'FRI')", 'false'],
  ["weekdayRange('FRI', 'MON', 'GMT')", 'true'],
  ['dateRange(21)', 'true'],
  ["dateRange('NOV')", 'true'],
  ['dateRange(2025, 2027)', 'true'],
  ["dateRange(1, 'DEC', 31, 'JAN')", 'false'],
  ["dateRange(20, 'NOV', 2, 'JAN')", 'true'],
  ["dateRange(20, 'NOV', 2026, 21, 'NOV', 2026, 'GMT')", 'true'],
  ['timeRange(15)', 'true'],
  ["timeRange(15, 'GMT')", 'false'],
  ['timeRange(22, 6)', 'false'],
  ["timeRange(14, 32, 14, 33, 'GMT')", 'true'],
  ['timeRange(15, 32, 0, 15, 32, 4)', 'false'],
] as const

/** The values of all expressions, for which one thread starts. */
let answers: readonly string[] = []
beforeAll(async () => {
  const values = expressions.map(([expression]) => `String(${expression})`).join()
  answers = JSON.parse(
    await ask(`function FindProxyForURL(url, host) { return JSON.stringify([${values}]) }`),
  )
})

test.each(expressions.map((pair, index) => [...pair, index] as const))('%s is %s', (_, expected, index) => {
  expect(answers[index]).toBe(expected)
})

describe('a hostile or broken file', () => {
  test('sees nothing of the host', async () => {
    const types = '[typeof process, typeof require, typeof fetch, typeof host.constructor]'
    expect(await ask(`function FindProxyForURL(url, host) { return String(${types}) }`)).toBe(
      'undefined,undefined,undefined,function',
    )
  })

  test('is ended after its time limit', async () => {
    await expect(ask('for (;;) {}', { limitMs: 100 })).rejects.toThrow('took too long')
  })

  test('takes no more memory than it is given', async () => {
    const script = 'const all = []; for (;;) all.push(new Array(100000).fill("x"))'
    await expect(ask(script, { limitMs: 20_000 })).rejects.toThrow('the PAC file')
  })

  test.each([
    ['function FindProxyForURL( {', 'failed'],
    ['const nothing = 1', 'has no FindProxyForURL'],
    ['function FindProxyForURL() { throw new Error("no") }', 'no'],
    [
      'let count = 0; function FindProxyForURL() { for (let i = 0; i < 99; i++) dnsResolve(i + myIpAddress() + ".x" + Math.random()); return "DIRECT" }',
      'ever more names',
    ],
  ])('%s is reported', async (script, words) => {
    await expect(ask(script)).rejects.toThrow(words)
  })
})
