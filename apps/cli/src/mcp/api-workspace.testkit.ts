/** The value of a secret, which no output may contain in any form. */
export const canary = 'c4n4ry-5f2e/+=8a41'

const workspace = 'opencollection: 1.0.0\ninfo:\n  name: Api\n  type: workspace\n'
const hidden = { extensions: { parley: { agents: false } } }
const noise = `console.log("}{ noise"); console.error("noise"); test("bad \\u001b[31m", () => { throw new Error("no") })`

/** Writes the workspace `api`, and returns the arguments that expose it with its environment and secret. */
export function writeApi(write: (name: string, content: string) => unknown, url: string) {
  const requests: Readonly<Record<string, object>> = {
    'shop/list.yml': request('List', '{{base}}/list'),
    'shop/basic.yml': request('Basic', '{{base}}/basic', {}, { headers: [], auth: basic }),
    'shop/add.yml': request('Add', '{{base}}/add', {}, { method: 'POST', body: json }),
    'shop/down.yml': request('Down', 'http://127.0.0.1:1/{{token}}'),
    'shop/session.yml': request('Session', '{{base}}/session?at={{at}}', afterwards(session)),
    'shop/noisy.yml': request('Noisy', '{{base}}/noisy', afterwards(noise)),
    'shop/hidden.yml': request('Hidden', '{{base}}/hidden', hidden),
    'private/inside.yml': request('Inside', '{{base}}/inside'),
  }
  write('api/workspace.yml', workspace)
  write('api/environments/staging.yml', environment(url))
  write('api/shop/opencollection.yml', 'opencollection: 1.0.0\ninfo:\n  name: Shop\ndocs: All about books\n')
  write(
    'api/private/opencollection.yml',
    'opencollection: 1.0.0\ninfo:\n  name: Private\nextensions:\n  parley:\n    agents: false\n',
  )
  for (const [path, content] of Object.entries(requests))
    write(`api/${path}`, JSON.stringify(content, null, 1))
  write('secret.txt', `${canary}\n`)
  return ['api', '--env', 'Staging', '--secret', 'token=@secret.txt'] as const
}

const session = 'tool.environment.set("at", "later"); test("t", () => {})'
const basic = { type: 'basic', username: 'ada', password: '{{token}}' }
const json = { type: 'json', data: '{"note":"{{note}}","key":"{{token}}"}' }

/** Returns the file of a request with a secret in a header. */
export function request(name: string, url: string, more: object = {}, http: object = {}): object {
  const headers = [
    { name: 'X-Key', value: '{{token}}' },
    { name: 'X-Note', value: '{{note}}' },
  ]
  return { info: { name, type: 'http' }, http: { method: 'GET', url, headers, ...http }, ...more }
}

function afterwards(code: string): object {
  return { runtime: { scripts: [{ type: 'after-response', code }] } }
}

function environment(url: string): string {
  const values = `  - name: base\n    value: ${url}\n  - name: note\n    value: none\n`
  return `name: Staging\nvariables:\n${values}  - name: token\n    secret: true\n`
}
