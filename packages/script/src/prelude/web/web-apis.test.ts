import { describe, expect, test } from 'vitest'
import { sendWithScripts } from '../../script-fixture.testkit.ts'
import { Buffer as ScriptBuffer } from './buffer.ts'
import { formatDate } from './date-format.ts'
import { formatNumber } from './number-format.ts'
import { structuredClone as scriptClone } from './structured-clone.ts'
import { TextDecoder as ScriptDecoder, TextEncoder as ScriptEncoder } from './text-encoding.ts'
import { URL as ScriptUrl } from './url.ts'
import { URLSearchParams as ScriptParams } from './url-search-params.ts'

/** Compares the sandbox's implementation with Node's. */
describe('URL', () => {
  const parts = (url: URL | ScriptUrl) =>
    [
      url.href,
      url.protocol,
      url.username,
      url.password,
      url.host,
      url.hostname,
      url.port,
      url.pathname,
      url.search,
      url.hash,
      url.origin,
    ] as const

  test.each([
    'http://h.test',
    'HTTP://User:P%40ss@H.Test:8080/a/../b/./c?q=1&r=a b#f g',
    'https://h:443/',
    'http://h:80/x',
    'http://h/%7Ea/é?ü=1#ö',
    'http://[::1]:3000/a',
    'http://h/a;b=c/d,e',
    'mailto:a@b.c',
    'data:text/plain,a b',
    'http:\\\\h\\a\\b',
    '  http://h/ \n',
    'http://h/a//b',
    'ftp://h/..',
    'http://h?x',
    'http://h#x',
    'http://u@h/',
    'http://h/?q=\'"<>',
    'ws://h:80/',
    'custom://Host/path/../x?y',
    'http://h/a\tb',
  ])('%s', url => {
    expect(parts(new ScriptUrl(url))).toEqual(parts(new URL(url)))
  })

  test.each([
    ['c', 'http://h/a/b'],
    ['/c', 'http://h/a/b?q'],
    ['../c?x', 'http://h/a/b/d'],
    ['?q=2', 'http://h/a?q=1#f'],
    ['#g', 'http://h/a?q=1#f'],
    ['//other/x', 'https://h/a'],
    ['', 'http://h/a?b#c'],
    ['https://z/', 'http://h/'],
    ['.', 'http://h/a/b'],
    ['..', 'http://h/a/b/c'],
  ])('%j against %s', (url, base) => {
    expect(new ScriptUrl(url, base).href).toBe(new URL(url, base).href)
  })

  test.each([
    '',
    'h.test',
    '/a',
    'http://',
    'http://a b/',
    'http://h:99999/',
    'http://h:x/',
    'http://[::1',
    'http://%zz^/',
  ])('%j is none', url => {
    expect(() => new URL(url)).toThrow()
    expect(() => new ScriptUrl(url)).toThrow('Invalid URL')
    expect(ScriptUrl.canParse(url)).toBe(false)
  })

  test('is changed by its parts', () => {
    for (const url of [new URL('http://h/a?b=1'), new ScriptUrl('http://h/a?b=1')]) {
      url.protocol = 'https'
      url.host = 'other.test:8443'
      url.pathname = 'x y/../z'
      url.searchParams.append('c', 'd e')
      url.searchParams.set('b', '2')
      url.hash = 'top'
      url.username = 'u:'
      expect(url.href).toBe('https://u%3A@other.test:8443/z?b=2&c=d+e#top')
      url.port = '443'
      url.search = ''
      expect(`${url}`).toBe('https://u%3A@other.test/z#top')
      expect(JSON.stringify({ url })).toBe('{"url":"https://u%3A@other.test/z#top"}')
    }
  })
})

describe('URLSearchParams', () => {
  test.each(['a=1&b=2&a=3', '?a=1', 'a', '=b', 'a=b=c', 'a+b=c%20d', 'é=ü', '&&a=1&', ''])('%j', text => {
    const [ours, theirs] = [new ScriptParams(text), new URLSearchParams(text)]
    expect([...ours]).toEqual([...theirs])
    expect(`${ours}`).toBe(`${theirs}`)
    expect([ours.size, ours.get('a'), ours.getAll('a'), ours.has('b')]).toEqual([
      theirs.size,
      theirs.get('a'),
      theirs.getAll('a'),
      theirs.has('b'),
    ])
  })

  test('from objects and lists, and after changes', () => {
    for (const make of [ScriptParams, URLSearchParams]) {
      const params = new make({ b: '1', a: "!'()*~ " })
      params.append('b', '2')
      params.sort()
      expect(`${params}`).toBe('a=%21%27%28%29*%7E+&b=1&b=2')
      params.set('b', '3')
      params.delete('a')
      expect(`${params}`).toBe('b=3')
      expect([...new make([['x', 'y']]).entries()]).toEqual([['x', 'y']])
    }
  })
})

describe('TextEncoder and TextDecoder', () => {
  test.each(['', 'abc', 'é', '€', '😀', 'a\0b', '\ud800', '\ud83d\ude00\udc00'])('%j to UTF-8', text => {
    expect([...new ScriptEncoder().encode(text)]).toEqual([...new TextEncoder().encode(text)])
  })

  test.each([
    [[0x61, 0xff, 0x62]],
    [[0xe2, 0x82]],
    [[0xe2, 0x82, 0xac]],
    [[0xc0, 0xaf]],
    [[0xed, 0xa0, 0x80]],
    [[0xf0, 0x9f, 0x98, 0x80]],
    [[0xf4, 0x90, 0x80, 0x80]],
    [[0xef, 0xbb, 0xbf, 0x61]],
    [[0xe0, 0x80, 0x61]],
    [[0xf0, 0x9f, 0x61]],
    [[0x80]],
  ])('%j from UTF-8', bytes => {
    const source = Uint8Array.from(bytes)
    expect(new ScriptDecoder().decode(source)).toBe(new TextDecoder().decode(source))
    const fatal = { fatal: true }
    let isBad = false
    try {
      new TextDecoder('utf-8', fatal).decode(source)
    } catch {
      isBad = true
    }
    if (isBad) expect(() => new ScriptDecoder('utf-8', fatal).decode(source)).toThrow(TypeError)
    else
      expect(new ScriptDecoder('utf-8', fatal).decode(source.buffer)).toBe(new TextDecoder().decode(source))
  })

  test('other encodings', () => {
    expect(new ScriptDecoder('latin1').decode(Uint8Array.of(0xe9))).toBe('é')
    expect(new ScriptDecoder('utf-16le').decode(Uint8Array.of(0xff, 0xfe, 0x61, 0))).toBe('a')
    expect(() => new ScriptDecoder('klingon')).toThrow('not supported')
  })
})

describe('Buffer', () => {
  test.each(['utf8', 'base64', 'base64url', 'hex', 'latin1', 'binary'] as const)(
    '%s in both directions',
    encoding => {
      const source = Buffer.from('häl lo/?ÿ😀')
      const text = source.toString(encoding)
      expect(ScriptBuffer.from('häl lo/?ÿ😀').toString(encoding)).toBe(text)
      expect([...ScriptBuffer.from(text, encoding)]).toEqual([...Buffer.from(text, encoding)])
    },
  )

  test.each(['YWI', 'YW I=', 'a', '', 'YWJj\n', '_-8'])('Base64 %j is decoded as by Node', text => {
    expect([...ScriptBuffer.from(text, 'base64')]).toEqual([...Buffer.from(text, 'base64')])
  })

  test('other methods', () => {
    expect([...ScriptBuffer.from('0a1gff', 'hex')]).toEqual([...Buffer.from('0a1gff', 'hex')])
    expect(ScriptBuffer.concat([ScriptBuffer.from('a'), ScriptBuffer.alloc(1, 98)]).toString()).toBe('ab')
    expect(ScriptBuffer.byteLength('é')).toBe(2)
    expect([ScriptBuffer.isBuffer(ScriptBuffer.from([1])), ScriptBuffer.isBuffer(new Uint8Array(1))]).toEqual(
      [true, false],
    )
    expect(JSON.stringify(ScriptBuffer.from([1, 2]))).toBe(JSON.stringify(Buffer.from([1, 2])))
    expect(ScriptBuffer.from('a').equals(Uint8Array.of(97))).toBe(true)
    expect(() => ScriptBuffer.from('a', 'rot13')).toThrow('Unknown encoding')
  })
})

describe('structuredClone', () => {
  test('copies all content, including cycles', () => {
    const source: Record<string, unknown> = {
      a: [1, { b: new Date(5) }],
      m: new Map([['k', new Set([1])]]),
      r: /x/gi,
      u: Uint8Array.of(1),
      n: null,
    }
    source.self = source
    const copy = scriptClone(source)
    expect(copy).toEqual(structuredClone(source))
    expect(copy).not.toBe(source)
    expect(Reflect.get(Object(copy), 'self')).toBe(copy)
  })

  test('refuses functions', () => {
    expect(() => scriptClone({ f: () => 1 })).toThrow('could not be cloned')
  })
})

describe('numbers of en-US', () => {
  const options: readonly Intl.NumberFormatOptions[] = [
    {},
    { minimumFractionDigits: 2 },
    { maximumFractionDigits: 0 },
    { style: 'percent' },
    { style: 'percent', maximumFractionDigits: 1 },
    { style: 'currency', currency: 'USD' },
    { style: 'currency', currency: 'EUR' },
    { style: 'currency', currency: 'JPY' },
    { style: 'currency', currency: 'CHF' },
    { useGrouping: false },
    { minimumIntegerDigits: 3 },
    { minimumFractionDigits: 1, maximumFractionDigits: 4 },
  ]
  test.each([
    0, 1, -1, 1234567.891, 0.5, 1.005, 2.345, -1234.5, 999999.9999, 1e15, 0.00012, 12.3456789,

    0.005,
  ])('%d', value => {
    for (const one of options)
      expect(formatNumber(value, one as object)).toBe(new Intl.NumberFormat('en-US', one).format(value))
  })

  test('NaN and infinite numbers', () => {
    expect([Number.NaN, -1 / 0].map(value => formatNumber(value))).toEqual(['NaN', '-∞'])
  })

  test('big integers', () => {
    expect(formatNumber(12345678901234567890n)).toBe('12,345,678,901,234,567,890')
  })
})

describe('dates of en-US', () => {
  const options: readonly Intl.DateTimeFormatOptions[] = [
    {},
    { year: 'numeric', month: 'long', day: 'numeric' },
    { weekday: 'short', month: 'short', day: '2-digit' },
    { hour: '2-digit', minute: '2-digit' },
    { hour: 'numeric', minute: '2-digit', second: '2-digit', hour12: false },
    { dateStyle: 'full' },
    { dateStyle: 'long' },
    { dateStyle: 'medium' },
    { dateStyle: 'short' },
    { timeStyle: 'short' },
    { timeStyle: 'medium' },
    { dateStyle: 'medium', timeStyle: 'short' },
    { dateStyle: 'long', timeStyle: 'short' },
    { year: '2-digit', month: '2-digit', day: '2-digit' },
    { month: 'long', year: 'numeric' },
    { weekday: 'long' },
    { weekday: 'long', year: 'numeric', month: 'numeric', day: 'numeric' },
  ]
  test.each([
    '2026-01-02T03:04:05.678Z',
    '1999-12-31T23:59:59Z',
    '2024-02-29T12:00:00Z',
    '2026-07-09T00:30:00Z',
  ])('%s', text => {
    const date = new Date(text)
    for (const one of options) {
      const utc = { ...one, timeZone: 'UTC' }
      expect(formatDate(date, utc as object)).toBe(new Intl.DateTimeFormat('en-US', utc).format(date))
    }
    expect(formatDate(date, { timeZone: 'UTC' }, 'any')).toBe(
      date.toLocaleString('en-US', { timeZone: 'UTC' }),
    )
    expect(formatDate(date, { timeZone: 'UTC' }, 'time')).toBe(
      date.toLocaleTimeString('en-US', { timeZone: 'UTC' }),
    )
    expect(formatDate(date, {}, 'date')).toBe(date.toLocaleDateString('en-US'))
  })

  test('a time zone other than local time and UTC is an error', () => {
    expect(() => formatDate(new Date(), { timeZone: 'Europe/Berlin' })).toThrow(
      'The time zone Europe/Berlin is not supported',
    )
    expect(formatDate(new Date(Number.NaN))).toBe('Invalid Date')
  })
})

describe('in the sandbox', () => {
  const passes = async (checks: string) => {
    const { results, error } = await sendWithScripts({ post: `test("t", async () => { ${checks} })` })
    expect(error).toBeNull()
    expect(results).toEqual([{ name: 't', passed: true }])
  }

  test('digests and HMAC equal those of the platform', async () => {
    const data = new TextEncoder().encode('häl lo')
    for (const name of ['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512']) {
      const digest = Buffer.from(await crypto.subtle.digest(name, data)).toString('hex')
      const algorithm = { name: 'HMAC', hash: name }
      const key = await crypto.subtle.importKey('raw', new TextEncoder().encode('key'), algorithm, false, [
        'sign',
      ])
      const signature = Buffer.from(await crypto.subtle.sign('HMAC', key, data)).toString('base64')
      await passes(`const data = new TextEncoder().encode("häl lo");
        expect(Buffer.from(await crypto.subtle.digest("${name}", data)).toString("hex")).to.equal("${digest}");
        const key = await crypto.subtle.importKey("raw", new TextEncoder().encode("key"), { name: "HMAC", hash: "${name}" }, false, ["sign", "verify"]);
        const signature = await crypto.subtle.sign("HMAC", key, data);
        expect(Buffer.from(signature).toString("base64")).to.equal("${signature}");
        expect(await crypto.subtle.verify("HMAC", key, signature, data)).to.be.true; expect(await crypto.subtle.verify("HMAC", key, signature, new Uint8Array(1))).to.be.false`)
    }
  })

  test('unsupported members throw', async () => {
    await passes(`let m = []; for (const f of [() => crypto.subtle.digest("MD5", new Uint8Array()), () => crypto.subtle.importKey("jwk", {}, "HMAC", false, []), () => crypto.subtle.sign("RSA", {}, new Uint8Array())])
      try { await f() } catch (e) { m.push(e.message) }
      expect(m).to.eql(["The digest MD5 is not supported", "crypto.subtle.importKey of the format jwk is not supported", "crypto.subtle with RSA is not supported"])`)
  })

  test('other globals exist', async () => {
    await passes(`expect([typeof URL, typeof URLSearchParams, typeof TextEncoder, typeof TextDecoder, typeof structuredClone, typeof Buffer, typeof atob, typeof btoa, typeof setTimeout, typeof queueMicrotask]).to.eql(Array(10).fill("function"));
      expect(new URL("a?b=1", "http://h/c/d").searchParams.get("b")).to.equal("1"); expect(atob(btoa("a"))).to.equal("a"); expect(crypto.randomUUID()).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
      const bytes = crypto.getRandomValues(new Uint8Array(16)); expect(bytes.some(b => b > 0)).to.be.true; expect(structuredClone({ a: [1] })).to.eql({ a: [1] });
      expect((1234567.891).toLocaleString()).to.equal("1,234,567.891"); expect(new Date(0).toLocaleDateString("en-US", { timeZone: "UTC" })).to.equal("1/1/1970"); expect(new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(5)).to.equal("$5.00")`)
  })

  test('timers run in order, and can be stopped', async () => {
    await passes(`const seen = []; const stop = setTimeout(() => seen.push("stopped"), 5); setTimeout(x => seen.push(x), 15, "b"); setTimeout(() => seen.push("a"), 1); clearTimeout(stop);
      let n = 0; await new Promise(done => { const i = setInterval(() => { n += 1; if (n === 3) { clearInterval(i); done() } }, 5) }); await bru.sleep(20);
      expect(seen).to.eql(["a", "b"]); expect(n).to.equal(3)`)
  })
})
