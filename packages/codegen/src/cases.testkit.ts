import { type EffectiveAuth, type NewRequestFields, newAuth, row } from '@parley/model'

/**
 * Requests for generated code. Their texts contain everything that ends strings, comments and interpolations
 * in any of the languages (attacks UI8).
 */
const sharpLine =
  // biome-ignore lint/suspicious/noTemplateCurlyInString: It is there to show that no language fills it in.
  '\'"`$(touch pwned) `touch pwned` ${x} #{1} \\(x) %s \\n \\u0041 \\ */ ?> {{kept}} é😀\u202e\u00a0 ! @ end\\'
const sharpText = `${sharpLine}\n"""\n'''\nEOF\n\ttab\r\nlast`
// biome-ignore lint/suspicious/noTemplateCurlyInString: As above.
const headerText = '\'"`$(touch pwned) ${x} #{1} \\(x) %s \\ */ ?> ! @ {a,b} end'

/** The files that the cases name, by name. */
export const codeFiles: Readonly<Record<string, Buffer>> = {
  'a.png': Buffer.from([0x89, 0x50, 0x0d, 0x0a, 0x00, 0xff]),
  'it\'s "a" $(touch pwned).txt': Buffer.from('quoted\r\n'),
}

/** A request for which code is generated. */
export interface CodeCase {
  readonly request: NewRequestFields
  readonly path: string
  readonly auth?: EffectiveAuth
  /** Targets whose library cannot send this request, as their notices say. */
  readonly except?: readonly string[]
  /** Whether every test run sends it. */
  readonly isSharp?: boolean
}

/** The targets that follow the rules of browsers. */
const javascript = ['typescript', 'javascript', 'javascript-axios']

/** The cases by name. */
export const codeCases: Readonly<Record<string, CodeCase>> = {
  'GET with a query': {
    path: `/a//b/%2F/c;d=1?q=a%20b&q=&empty&x=1+1&y=[1]&z=${"'$(touch pwned)"}`,
    request: {},
    except: [...javascript, 'python', 'ruby', 'csharp', 'httpie', 'kotlin', 'rust'],
  },
  'GET with a plain query': { path: '/a/%2F/c;d=1?q=a b&q=&empty&x=1+1&u=é&t=???/', request: {} },
  'POST of JSON': {
    path: '/json',
    request: {
      method: 'POST',
      body: {
        type: 'raw',
        language: 'json',
        text: `{\n "n": 12345678901234567890,\n "a": ${JSON.stringify(sharpLine)}\n}`,
      },
    },
  },
  'POST of sharp text': {
    isSharp: true,
    path: '/text',
    request: { method: 'POST', body: { type: 'raw', language: 'text', text: sharpText } },
  },
  'POST of text like a file': {
    path: '/at',
    request: { method: 'POST', body: { type: 'raw', language: 'text', text: '@/etc/hostname' } },
  },
  'POST of nothing': {
    path: '/empty',
    request: { method: 'POST', body: { type: 'raw', language: 'text', text: '' } },
  },
  'PATCH of a form': {
    isSharp: true,
    path: '/form',
    request: {
      method: 'PATCH',
      body: {
        type: 'urlEncoded',
        fields: [row('a', '1'), row('a', ''), row(sharpText, sharpText), row('*~', '*~')],
      },
    },
  },
  'POST of a form with parts': {
    isSharp: true,
    path: '/parts',
    request: {
      method: 'POST',
      body: {
        type: 'multipart',
        parts: [
          { kind: 'text', name: 'plain', value: sharpLine, enabled: true },
          { kind: 'text', name: 'at', value: '@a.png;type=text/html', enabled: true },
          { kind: 'file', name: 'f', filePaths: ['a.png'], enabled: true },
          { kind: 'file', name: 'g', filePaths: ['a.png'], enabled: true, contentType: 'text/x-own' },
        ],
      },
    },
    // Its notice says so.
    except: ['wget'],
  },
  'POST of a form with line breaks and a sharp name': {
    path: '/parts',
    request: {
      method: 'POST',
      body: {
        type: 'multipart',
        parts: [
          { kind: 'text', name: 'lines', value: sharpText, enabled: true },
          { kind: 'text', name: "it's $(touch pwned) `x` \\ #{1}", value: '', enabled: true },
        ],
      },
    },
    // Forms of browsers allow only CRLF; some escape the backslashes of a name; Wget has no parts.
    except: [...javascript, 'ruby', 'python-httpx', 'httpie', 'wget'],
  },
  'POST of a form with names twice and types': {
    path: '/parts',
    request: {
      method: 'POST',
      body: {
        type: 'multipart',
        parts: [
          { kind: 'text', name: 'a', value: 'one', enabled: true },
          { kind: 'text', name: 'a', value: '{"two":"\\""}', enabled: true, contentType: 'application/json' },
          { kind: 'file', name: 'a', filePaths: ['a.png', 'a.png'], enabled: true },
        ],
      },
    },
    // Their notices say so, or a part with a type becomes a file.
    except: ['ruby', ...javascript, 'httpie', 'wget'],
  },
  'PUT of a file': {
    path: '/file',
    request: {
      method: 'PUT',
      body: { type: 'file', files: [{ filePath: 'a.png', contentType: '', selected: true }] },
    },
  },
  'PUT of a file with a sharp name': {
    isSharp: true,
    path: '/file',
    request: {
      method: 'PUT',
      body: {
        type: 'file',
        files: [{ filePath: 'it\'s "a" $(touch pwned).txt', contentType: 'text/x', selected: true }],
      },
    },
  },
  'POST of GraphQL': {
    path: '/graphql',
    request: {
      method: 'POST',
      body: {
        type: 'graphql',
        query: 'query($a: String) {\n b(a: "x")\n}',
        variables: '{"a": "\'$(touch pwned)"}',
      },
    },
  },
  'POST of GraphQL with files': {
    path: '/graphql',
    except: ['wget'],
    request: {
      method: 'POST',
      body: {
        type: 'graphql',
        query: 'mutation($files: [File!]!) { upload(files: $files) }',
        variables: '{"files": [], "n": 9007199254740993}',
        uploads: [
          { variable: 'files.0', filePath: 'a.png' },
          { variable: 'files.1', filePath: 'a.png' },
        ],
      },
    },
  },
  'GET of GraphQL': {
    path: '/graphql?x=1',
    request: {
      method: 'GET',
      body: {
        type: 'graphql',
        query: 'query A($a: String) {\n b(a: "x")\n}',
        operationName: 'A',
        variables: '{"a": "\'$(touch pwned)&+#é"}',
        extensions: '{"e": 1}',
      },
    },
  },
  'DELETE with headers': {
    isSharp: true,
    path: '/headers',
    request: {
      method: 'DELETE',
      headers: [
        row('X-Sharp', headerText),
        row('x-lower', 'Mixed'),
        row('Accept', 'text/x'),
        row('X-Off', 'x'),
      ].map(one => ({ ...one, enabled: one.name !== 'X-Off' })),
      cookies: [row('a', '1'), row('b', '"2"')],
    },
  },
  'GET with a name of objects': {
    path: '/names',
    request: { headers: [row('constructor', 'c'), row('__proto__', 'p')] },
    except: javascript,
  },
  'GET with an empty header': {
    path: '/empty-header',
    request: { headers: [row('X-Empty', '')] },
    except: ['csharp'],
  },
  'GET with one header twice': {
    isSharp: true,
    path: '/twice',
    request: { headers: [row('X-A', '1'), row('X-A', '2')] },
  },
  'GET with a header in UTF-8': {
    path: '/utf8',
    request: { headers: [row('X-U', 'é😀')] },
    except: ['java', 'csharp'],
  },
  'a method of its own': { path: '/link', request: { method: 'LINK' } },
  HEAD: { path: '/head', request: { method: 'HEAD' } },
  OPTIONS: { path: '/options', request: { method: 'OPTIONS' } },
  'GET with content': {
    path: '/get',
    request: { method: 'GET', body: { type: 'raw', language: 'json', text: '{}' } },
    except: ['typescript', 'javascript', 'csharp', 'kotlin'],
  },
  'Basic Auth': {
    isSharp: true,
    path: '/basic',
    request: {},
    auth: { type: 'basic', username: "it's", password: `"${sharpLine}` },
  },
  'Bearer Token': {
    path: '/bearer',
    request: {},
    auth: { type: 'bearer', token: headerText },
  },
  'HEAD with content': {
    path: '/head',
    request: { method: 'HEAD', body: { type: 'raw', language: 'text', text: 'a' } },
    except: ['typescript', 'javascript', 'curl', 'php', 'c', 'kotlin', 'csharp'],
  },
  'POST without content': { isSharp: true, path: '/bare', request: { method: 'POST' } },
  'POST of a form whose rows are all unticked': {
    isSharp: true,
    path: '/unticked',
    request: {
      method: 'POST',
      body: { type: 'multipart', parts: [{ kind: 'text', name: 'a', value: 'b', enabled: false }] },
    },
  },
  'an API key together with an own parameter': {
    path: '/key?key=own',
    request: {},
    auth: { type: 'apiKey', key: 'key', value: 'generated', placement: 'query' },
  },
  'an API key in the query': {
    isSharp: true,
    path: '/key?q=1',
    request: {},
    auth: { type: 'apiKey', key: 'a key', value: '\'"`$(touch pwned) é&', placement: 'query' },
  },
  'a JWT': { path: '/jwt', request: {}, auth: { ...newAuth('jwt'), secret: 'secret' } },
  'POST of long text': {
    path: '/long',
    request: {
      method: 'POST',
      body: { type: 'raw', language: 'text', text: `${'a😀é"'.repeat(1000)}\n`.repeat(12) },
    },
  },
}
