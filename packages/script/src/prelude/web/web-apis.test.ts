import { createCipheriv } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sendWithScripts, sessionTexts } from '../../script-fixture.testkit.ts'
import { urlParts } from '../../shared/url-parts.ts'
import { Buffer as ScriptBuffer } from './buffer.ts'
import { structuredClone as scriptClone } from './structured-clone.ts'
import { TextDecoder as ScriptDecoder, TextEncoder as ScriptEncoder } from './text-encoding.ts'
import { URLSearchParams as ScriptParams } from './url-search-params.ts'

/** Compares the sandbox's implementation with Node's. */
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

/** Expressions with `Intl`, which must give what Node gives. */
const formats = ['en-US', 'de-DE', 'fr', 'ja-JP', 'ar-EG', 'en-GB'].flatMap(locale => {
  const utc = (options: object) => JSON.stringify({ timeZone: 'UTC', ...options })
  const date = 'new Date("2026-07-09T00:30:05.678Z")'
  return [
    `(1234567.891).toLocaleString('${locale}')`,
    `(12345678901234567890n).toLocaleString('${locale}')`,
    `(5).toLocaleString('${locale}', { style: 'currency', currency: 'EUR' })`,
    `new Intl.NumberFormat('${locale}', { style: 'percent', maximumFractionDigits: 1 }).format(-0.456)`,
    `[NaN, -Infinity, -0].map(new Intl.NumberFormat('${locale}').format).join()`,
    `${date}.toLocaleString('${locale}', ${utc({})})`,
    `${date}.toLocaleDateString('${locale}', ${utc({ dateStyle: 'full' })})`,
    `${date}.toLocaleTimeString('${locale}', ${utc({ timeStyle: 'medium' })})`,
    `new Intl.DateTimeFormat('${locale}', { timeZone: 'Europe/Berlin', hour: '2-digit', minute: '2-digit' }).format(${date})`,
    `new Intl.DateTimeFormat('${locale}', ${utc({ month: 'long', year: 'numeric' })}).formatToParts(${date})`,
    `['b', 'ä', 'a', 'Z'].sort(new Intl.Collator('${locale}').compare).join()`,
    `[0, 1, 2, 5].map(n => new Intl.PluralRules('${locale}').select(n)).join()`,
    `new Intl.RelativeTimeFormat('${locale}', { numeric: 'auto' }).format(-1, 'day')`,
    `new Intl.ListFormat('${locale}', { type: 'disjunction' }).format(['a', 'b', 'c'])`,
    `new Intl.DisplayNames('${locale}', { type: 'region' }).of('US')`,
    `[...new Intl.Segmenter('${locale}', { granularity: 'word' }).segment('Hi you')].map(one => one.segment)`,
  ]
})

/** Returns how this Node reports an error, as its words differ between versions of V8. */
function errorHere(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    return String(error)
  }
  throw new Error('Nothing was thrown.')
}

test('Intl and toLocaleString write as Node does, in each locale', async () => {
  const { session, error } = await sendWithScripts({
    pre: `tool.environment.set('found', [${formats.join(',\n')}])`,
  })
  expect(error).toBeNull()
  const here: unknown = new Function(`return [${formats.join(',\n')}]`)()
  expect(JSON.parse(sessionTexts(session).found ?? '')).toEqual(here)
})

test.each([
  ['new Intl.NumberFormat("no locale!")', errorHere(() => new Intl.NumberFormat('no locale!'))],
  [
    'new Intl.DateTimeFormat("en", { timeZone: "Moon/Base" })',
    'RangeError: Invalid time zone specified: Moon/Base',
  ],
  ['new Date(NaN).toLocaleString() === "Invalid Date" || nothing', null],
  ['(1).toLocaleString() + new Date(0).toLocaleDateString() === "11/1/1970" || nothing', null],
])('%s: %s', async (source, message) => {
  expect((await sendWithScripts({ pre: source })).error).toBe(message)
})

describe('in the sandbox', () => {
  const passes = async (checks: string) => {
    const { results, error } = await sendWithScripts({ post: `test("t", async () => { ${checks} })` })
    expect(error).toBeNull()
    expect(results).toEqual([{ name: 't', passed: true }])
  }

  const urls: readonly (readonly [url: string, base?: string])[] = [
    ['http://h.test'],
    ['HTTP://User:P%40ss@H.Test:8080/a/../b/./c?q=1&r=a b#f g'],
    ['https://h:443/'],
    ['http://h:80/x'],
    ['http://h/%7Ea/é?ü=1#ö'],
    ['http://bücher.test/'],
    ['http://[::1]:3000/a'],
    ['http://0x7f.1/'],
    ['http://h/a;b=c/d,e'],
    ['mailto:a@b.c'],
    ['data:text/plain,a b'],
    ['http:\\\\h\\a\\b'],
    ['  http://h/ \n'],
    ['http://{{host}}/{{id}}'],
    ['http://h/a//b'],
    ['ftp://h/..'],
    ['http://h?x'],
    ['http://h#x'],
    ['http://u@h/'],
    ['http://h/?q=\'"<>'],
    ['ws://h:80/'],
    ['custom://Host/path/../x?y'],
    ['http://h/a\tb'],
    ['c', 'http://h/a/b'],
    ['/c', 'http://h/a/b?q'],
    ['../c?x', 'http://h/a/b/d'],
    ['?q=2', 'http://h/a?q=1#f'],
    ['#g', 'http://h/a?q=1#f'],
    ['//other/x', 'https://h/a'],
    ['', 'http://h/a?b#c'],
    ['https://z/', 'http://h/'],
    ['..', 'http://h/a/b/c'],
    ['a', 'no base'],
    [''],
    ['h.test'],
    ['/a'],
    ['http://'],
    ['http://a b/'],
    ['http://h:99999/'],
    ['http://h:x/'],
    ['http://[::1'],
    ['http://%zz^/'],
  ]

  test('URLs have the parts that Node gives them', async () => {
    const cases = urls.map(([url, base]) => {
      const read = URL.parse(url, base)
      return [url, base ?? null, read && ['origin' as const, ...urlParts].map(part => [part, read[part]])]
    })
    await passes(`for (const [url, base, parts] of ${JSON.stringify(cases)}) {
        const read = () => base === null ? new URL(url) : new URL(url, base)
        expect(base === null ? URL.canParse(url) : URL.canParse(url, base), url).to.equal(parts !== null)
        if (parts === null) expect(read, url).to.throw(TypeError, "Invalid URL")
        else for (const [part, text] of parts) expect(read()[part], url + " " + part).to.equal(text)
      }`)
  })

  test('a URL is changed by its parts, as it is in Node', async () => {
    const steps = `url.protocol = 'https'
      url.host = 'other.test:8443'
      url.pathname = 'x y/../z'
      url.searchParams.append('c', 'd e')
      url.searchParams.set('b', '2')
      url.hash = 'top'
      url.username = 'u:'
      seen.push(url.href)
      url.port = '443'
      url.search = ''
      url.hostname = ''
      url.protocol = 'no scheme!'
      seen.push(String(url), JSON.stringify({ url }), url.searchParams.size)
      try { url.href = 'none' } catch (error) { seen.push(error.name) }
      url.href = 'http://z/?q=1'
      seen.push(url.searchParams.get('q'), url.href)`
    const seen: unknown[] = []
    new Function('url', 'seen', steps)(new URL('http://h/a?b=1'), seen)
    expect(seen[0]).toBe('https://u%3A@other.test:8443/z?b=2&c=d+e#top')
    await passes(`const url = new URL('http://h/a?b=1'); const seen = []; ${steps}
      expect(seen).to.eql(${JSON.stringify(seen)})`)
  })

  test('a URL that is too long is refused, and the script goes on', async () => {
    await passes(`const refused = run => { try { run(); return "" } catch (error) { return error.message } }
      const url = new URL("http://h/"); const long = "é".repeat(1_000_001); const message = "A URL can have at most 1,000,000 characters"
      expect([refused(() => new URL("http://h/" + long)), refused(() => { url.hash = long }), url.href]).to.eql([message, message, "http://h/"])
      expect(new URL("http://h/" + "é".repeat(900_000)).pathname).to.have.lengthOf(5_400_001)`)
  })

  test('a script that replaces JSON.parse and Object.defineProperty reads true URLs', async () => {
    await passes(`const { parse } = JSON; JSON.parse = () => ({ host: "false.test" }); Object.defineProperty = () => {}
      const { host } = new URL("http://true.test/"); JSON.parse = parse; expect(host).to.equal("true.test")`)
  })

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

  test.each(['AES-GCM', 'AES-CBC', 'AES-CTR'])('encrypts and decrypts with %s as Node does', async name => {
    const secret = Buffer.alloc(32, 7)
    const nonce = Buffer.alloc(name === 'AES-GCM' ? 12 : 16, 5)
    const cipher = createCipheriv(`aes-256-${name.slice(4).toLowerCase()}` as 'aes-256-gcm', secret, nonce)
    const parts = [cipher.update('secret text'), cipher.final()]
    const wanted = Buffer.concat([...parts, ...(name === 'AES-GCM' ? [cipher.getAuthTag()] : [])])
    await passes(`const key = await crypto.subtle.importKey("raw", new Uint8Array(32).fill(7), "${name}", true, ["encrypt", "decrypt"]);
      const nonce = new Uint8Array(${nonce.length}).fill(5); const how = { name: "${name}", iv: nonce, counter: nonce, length: 64 };
      const sent = await crypto.subtle.encrypt(how, key, new TextEncoder().encode("secret text"));
      expect(Buffer.from(sent).toString("hex")).to.equal("${wanted.toString('hex')}");
      expect(Buffer.from(await crypto.subtle.decrypt(how, key, sent)).toString()).to.equal("secret text");
      const made = await crypto.subtle.generateKey({ name: "${name}", length: 256 }, true, []); const { k } = await crypto.subtle.exportKey("jwk", made);
      const again = await crypto.subtle.importKey("jwk", { kty: "oct", k }, "${name}", true, []); expect(Buffer.from(await crypto.subtle.exportKey("raw", again))).to.have.lengthOf(32)`)
  })

  test('a wrong key, text or class of key is an error, never a crash', async () => {
    await passes(`const aes = n => crypto.subtle.importKey("raw", new Uint8Array(n), "AES-GCM", false, []); const bytes = new Uint8Array(40);
      for (const run of [async () => crypto.subtle.decrypt({ name: "AES-GCM", iv: bytes.slice(0, 12) }, await aes(32), bytes), async () => crypto.subtle.encrypt({ name: "AES-GCM", iv: bytes.slice(0, 12) }, await aes(5), bytes),
        async () => crypto.subtle.exportKey("raw", await aes(32)), async () => crypto.subtle.encrypt({ name: "AES-GCM" }, {}, bytes), async () => crypto.subtle.generateKey({ name: "AES-GCM" }, true, []),
        async () => crypto.subtle.sign("HMAC", await aes(16), "text")]) { let failed = false; try { await run() } catch { failed = true } expect(failed, String(run)).to.be.true }`)
  })

  test('events reach their listeners', async () => {
    await passes(`const seen = []; const target = new EventTarget(); const listen = e => seen.push(e.type + e.detail);
      target.addEventListener("a", listen); target.addEventListener("a", listen); target.addEventListener("a", { handleEvent: () => seen.push("object") }, { once: true });
      target.dispatchEvent(new CustomEvent("a", { detail: 1 })); target.removeEventListener("a", listen); target.dispatchEvent(new Event("a")); expect(seen).to.eql(["a1", "object"]);
      const stop = new AbortController(); stop.signal.addEventListener("abort", () => seen.push("stopped")); stop.abort(); stop.abort(); expect(seen.at(-1)).to.equal("stopped"); expect(stop.signal.aborted).to.be.true;
      const event = new Event("b", { cancelable: true }); target.addEventListener("b", e => e.preventDefault()); expect(target.dispatchEvent(event)).to.be.false`)
  })

  test('unsupported members throw', async () => {
    await passes(`let m = []; for (const f of [() => crypto.subtle.digest("MD5", new Uint8Array()), () => crypto.subtle.importKey("pkcs8", {}, "HMAC", false, []), () => crypto.subtle.sign("RSA", {}, new Uint8Array())])
      try { await f() } catch (e) { m.push(e.message) }
      expect(m).to.eql(["The digest MD5 is not supported", "crypto.subtle.importKey of the format pkcs8 is not supported", "crypto.subtle with RSA is not supported"])`)
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
