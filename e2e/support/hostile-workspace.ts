import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Names that attack the places that show them (attacks UI2, UI7). */
export const hostileNames: Readonly<Record<string, string>> = {
  markup: '<img src=x onerror=alert(1)><script>alert(2)</script>',
  'turned around': '\u202egnp.exe\u2066\u200f',
  'control characters': 'a\u0000\u0007\u001b[2Jb\u0085c\u2028d\re',
  'combined emoji': '👩‍👩‍👧‍👦 é́́́́́́́ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 \ud83d\udc4d',
  'a hundred thousand letters': `long${'x'.repeat(100_000)}`,
}

/** Writes an untrusted workspace with a name in every place that takes one; docs have their own tests. */
export async function writeHostileWorkspace(folder: string, name: string, target: string): Promise<void> {
  const files = {
    'workspace.yml': {
      opencollection: '1.0.0',
      info: { name, type: 'workspace' },
      extensions: { parley: { variables: [{ name, value: name }] } },
    },
    'environments/e.yml': { name, color: name, variables: [{ name, value: name }] },
    'C/opencollection.yml': { opencollection: '1.0.0', info: { name, summary: name } },
    'C/f/folder.yml': { info: { name, type: 'folder', tags: [name] } },
    'C/a.yml': request(name, target),
    'C/f/b.yml': request(name, target),
  }
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true })
    // JSON is valid YAML.
    await writeFile(join(folder, path), JSON.stringify(content))
  }
}

function request(name: string, target: string) {
  // Disabled, because a request with invalid header names cannot be sent.
  const row = { name, value: name, description: name, disabled: true }
  return {
    info: { name, type: 'http', tags: [name] },
    http: {
      method: 'POST',
      url: target,
      headers: [row],
      params: [{ ...row, type: 'query' }],
      body: {
        type: 'multipart-form',
        data: [
          { ...row, type: 'text' },
          { ...row, type: 'file', value: [name] },
        ],
      },
      auth: { type: 'apikey', key: name, value: name, placement: 'query' },
    },
    runtime: {
      variables: [row],
      scripts: [
        {
          type: 'after-response',
          code: `tool.test(${JSON.stringify(name)}, () => tool.expect(1).to.equal(2, ${JSON.stringify(name)}))`,
        },
      ],
      assertions: [{ expression: name, operator: name, value: name }],
    },
    examples: [
      {
        name,
        description: name,
        request: { url: name, method: name },
        response: { status: 200, statusText: name, headers: [row], body: { type: 'text', data: name } },
      },
    ],
    extensions: { parley: { cookies: [row] } },
  }
}
